-- What leads conversations, under an id that follows from the content, as long as some may be led by it.
create table versions(
  id text collate "C" primary key,
  body bytea not null,
  kept_at timestamptz not null
);
