-- The keys that values may be encrypted with (package sealed), by id; a secret of the database, encrypted with each.
-- The keys themselves are elsewhere.
create table data_keys(
  key_id text collate "C" primary key,
  secret bytea not null,
  made_at timestamptz not null,
  used_at timestamptz not null -- when a node said last that it writes with it
) with(fillfactor=50);
