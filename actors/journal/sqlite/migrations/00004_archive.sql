-- What each turn heard, did and said, masked, in the order of the commits; seq is the version that the commit
-- made.  Rows are added at the end, so only the index of the sessions is met in many places.
create table history(
  id integer primary key,
  session_id text not null,
  seq integer not null,
  at integer not null, -- milliseconds since 1970
  body blob not null
) strict;
create index history_session on history(session_id, seq);
create index history_at on history(at);

-- Wishes that could not be offered, counted.
create table demand(
  day text not null, -- YYYY-MM-DD in the clinic's time zone
  specialty_id integer not null,
  agenda_id integer not null,
  plan_id integer not null,
  weekday integer not null,
  period text not null,
  cause text not null,
  count integer not null,
  primary key(day, specialty_id, agenda_id, plan_id, weekday, period, cause)
) strict;

-- Who looked at, or changed, what is stored about somebody.
create table accesses(
  id integer primary key,
  at integer not null, -- milliseconds since 1970
  operator text not null,
  action text not null,
  subject text not null,
  sessions integer not null
) strict;
create index accesses_at on accesses(at);
