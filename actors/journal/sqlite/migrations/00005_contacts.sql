-- What is remembered of a phone beyond its sessions, for a day: in which one it wrote last (cpf -1), and that it gave
-- a CPF, as a mark that thousands of CPFs share.  The phone is a hash.
create table contacts(
  phone text not null,
  cpf integer not null,
  session_id text not null,
  at integer not null, -- milliseconds since 1970
  primary key(phone, cpf)
) strict, without rowid;
create index contacts_session on contacts(session_id);
create index contacts_at on contacts(at);
