-- The constants of the placement and the oldest release that may join.  One row for ever.
create table cluster(
  one boolean primary key default true check(one),
  shards integer not null,
  hash text not null,
  schema_floor integer not null default 0
);

-- The newest incarnation of every node.  Rows are never removed: a number must not be given twice (C3).
create table nodes(
  node_id text collate "C" primary key,
  incarnation bigint not null,
  address text not null,
  state text not null check(state in('up', 'draining', 'dead')),
  lease_until timestamptz not null,
  since timestamptz not null,
  schema_max integer not null,
  release text not null,
  pending integer not null default 0,
  drain boolean not null default false
) with(fillfactor=50);

create table shards(
  shard smallint primary key,
  owner text collate "C",
  incarnation bigint,
  epoch bigint not null default 0
) with(fillfactor=50);

-- With a cache, every connection would give numbers of its own and break the order of acceptance (J3).
create sequence inbox_seq cache 1;

-- Unfinished work only: a row goes away in the commit that finishes its turn.  What strangers choose
-- (ids, bodies) is bytea: text refuses U+0000, and one such message would fail its neighbors.
create table inbox(
  shard smallint not null,
  session_id bytea not null,
  seq bigint not null default nextval('inbox_seq'),
  message_id bytea not null,
  kind smallint not null,
  attempts smallint not null default 0,
  received_at timestamptz not null,
  body bytea not null,
  primary key(shard, session_id, seq)
) with(autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=10000, autovacuum_vacuum_cost_delay=0);

-- Only session_id and look_at are indexed, so activations and commits are HOT.
create table sessions(
  session_id bytea primary key,
  shard smallint not null,
  version bigint not null,
  schema integer not null, -- of state
  sent integer not null default 0,
  hold_node text collate "C", -- the former owner of the shard, while it finishes a turn
  hold_incarnation bigint,
  hold_until timestamptz,
  updated_at timestamptz not null,
  look_at timestamptz not null, -- when Purge looks next; only Purge moves it
  state bytea -- null until the first commit
) with(fillfactor=70);
-- Compressing it would cost more than it saves at this size.
alter table sessions alter column state set storage external;
create index sessions_look on sessions(look_at);

-- One row is the right to send one A4.
create table intents(
  session_id bytea not null,
  n integer not null,
  attempt integer not null,
  shard smallint not null,
  token text collate "C" not null,
  slot text not null,
  answer text not null default '', -- '' while open
  at timestamptz not null,
  primary key(session_id, n, attempt)
);
create index intents_at on intents(at);

-- Intents of sessions that were forgotten.  They leave the table of the living ones, because a session
-- that comes back counts its bookings from 1 again.
create table past_intents(
  shard smallint not null,
  session_id bytea not null,
  n integer not null,
  attempt integer not null,
  token text collate "C" not null,
  slot text not null,
  answer text not null,
  at timestamptz not null
);
create index past_intents_at on past_intents(at);

create table agenda_facts(
  agenda_id integer primary key,
  exclusive boolean not null,
  at timestamptz not null
);

-- Written by Ready to see whether the server takes a write.
create table probes(
  one boolean primary key default true check(one),
  count bigint not null,
  room bytea
);
alter table probes alter column room set storage external;
insert into probes(count) values(0);
