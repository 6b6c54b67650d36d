-- expand
-- What this database belongs together with: fingerprints of the server's keys, and the id of the store of its files.
-- A release that does not know the table goes on without it.
create table installation_marks (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);
