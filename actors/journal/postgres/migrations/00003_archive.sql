-- What each turn heard, did and said, masked; seq is the version that the commit made.
create table history(
  session_id bytea not null,
  seq bigint not null,
  shard smallint not null,
  at timestamptz not null,
  body bytea not null,
  primary key(session_id, seq)
);
create index history_at on history(at);

-- Wishes that could not be offered, counted; by shard, too, so that nodes do not wait for each other's counts.
create table demand(
  shard smallint not null,
  day text collate "C" not null, -- YYYY-MM-DD in the clinic's time zone
  specialty_id bigint not null,
  agenda_id bigint not null,
  plan_id bigint not null,
  weekday smallint not null,
  period text collate "C" not null,
  cause text collate "C" not null,
  count bigint not null,
  primary key(day, specialty_id, agenda_id, plan_id, weekday, period, cause, shard)
) with(fillfactor=70);

-- Who looked at, or changed, what is stored about somebody.
create table accesses(
  id bigint generated always as identity primary key,
  at timestamptz not null,
  operator text not null,
  action text not null,
  subject bytea not null,
  sessions integer not null
);
create index accesses_at on accesses(at);
