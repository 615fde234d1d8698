-- When the session wants to be reminded; null: not at all.  A reminder turns into a row of inbox.
alter table sessions add column due_at timestamptz;

-- Setting or unsetting due_at is the one change of a session that is not HOT, besides Purge's.
create index sessions_due on sessions(shard, due_at) where due_at is not null;
