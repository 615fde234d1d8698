-- The keys that values may be encrypted with (package sealed), by id; a secret of the file, encrypted with each.  The
-- keys themselves are elsewhere.
create table data_keys(
  key_id text primary key,
  secret blob not null,
  made_at integer not null, -- milliseconds since 1970
  used_at integer not null -- the same: when somebody said last that they write with it
) strict;
