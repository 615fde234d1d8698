-- What is remembered of a phone beyond its sessions, for a day: in which one it wrote last (cpf -1), and that it gave
-- a CPF, as a mark that thousands of CPFs share.  The phone is a hash.
create table contacts(
  phone text collate "C" not null,
  cpf integer not null,
  session_id bytea not null,
  at timestamptz not null,
  primary key(phone, cpf)
) with(fillfactor=70);
create index contacts_session on contacts(session_id);
create index contacts_at on contacts(at);
