-- When the session wants to be reminded, in milliseconds since 1970; null: not at all.  A reminder
-- turns into a row of inbox.
alter table sessions add column due_at integer;

-- Holds the id, too, so that looking for reminders reads no session.
create index sessions_due on sessions(due_at, session_id) where due_at is not null;
