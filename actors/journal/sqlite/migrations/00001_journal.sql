-- "aten": tells our files from any other SQLite database, so that a wrong path is noticed.
pragma application_id = 1635018094;

-- Unfinished work only: a row goes away in the commit that finishes its turn.  AUTOINCREMENT,
-- because the number of a deleted row must not come back: a commit that names it would delete a
-- message nobody answered.
create table inbox(
  seq integer primary key autoincrement,
  session_id text not null,
  message_id text not null,
  kind integer not null,
  attempts integer not null default 0,
  received_at integer not null, -- milliseconds since 1970
  body blob not null
) strict;

-- Covers Sweep, which then never touches the bodies.
create index inbox_session on inbox(session_id, seq, received_at);

create table sessions(
  session_id text primary key not null,
  version integer not null,
  schema integer not null default 0, -- of state
  sent integer not null default 0,
  updated_at integer not null,
  state blob -- null until the first commit
) strict;

-- One row is the right to send one A4.
create table intents(
  session_id text not null,
  n integer not null,
  attempt integer not null,
  token text not null,
  slot text not null,
  answer text not null default '', -- '' while open
  at integer not null,
  primary key(session_id, n, attempt)
) strict, without rowid;
