create table agenda_facts(
  agenda_id integer primary key,
  exclusive integer not null,
  at integer not null
) strict;

-- When Purge looks at a session next.  Only Purge moves it, so commits pay nothing for its index;
-- whether the session may go is decided by updated_at.
alter table sessions add column look_at integer not null default 0;
create index sessions_look on sessions(look_at);

-- Intents of sessions that were forgotten.  They leave the table of the living ones, because a
-- session that comes back counts its bookings from 1 again.
create table past_intents(
  session_id text not null,
  n integer not null,
  attempt integer not null,
  token text not null,
  slot text not null,
  answer text not null,
  at integer not null
) strict;
create index past_intents_at on past_intents(at);
create index intents_at on intents(at);

-- The highest version of a session that was forgotten: one that comes back goes on from here, so
-- that no holder of its former life ever has a version of the new one (C1).
create table forgotten(version integer not null) strict;
insert into forgotten(version) values(0);

-- Written by Ready to see whether the disk takes a write.
create table probes(count integer not null, room blob) strict;
insert into probes(count) values(0);
