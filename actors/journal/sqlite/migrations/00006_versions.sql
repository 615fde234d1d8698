-- What leads conversations, under an id that follows from the content, as long as some may be led by it.
create table versions(
  id text primary key,
  body blob not null,
  kept_at integer not null -- milliseconds since 1970
) strict;
