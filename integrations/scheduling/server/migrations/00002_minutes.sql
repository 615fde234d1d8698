-- How long the doctor is occupied from the hour on; null in rows that were made before: one step of the agenda.
alter table appointments add column minutes integer check (minutes > 0);
