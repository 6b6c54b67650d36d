-- expand
-- A file of people is looked through by address when one of them is to be forgotten. Hashes: an address as somebody typed
-- it may be longer than an entry of a tree.

-- step: concurrently
create index concurrently if not exists people_import_rows_email on people_import_rows
  using hash (lower(btrim(cells->>'email')));
-- step: concurrently
create index concurrently if not exists people_import_rows_phone on people_import_rows
  using hash (right(regexp_replace(cells->>'phone', '\D', '', 'g'), 9));
-- step
create index if not exists people_imports_keeper on people_imports (created_by, created_at);
