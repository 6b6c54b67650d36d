-- expand
-- What the virus scanner (domain: files) has yet to say of a file, or has said against it: waiting, infected, too_large; null:
-- it may be opened. `scan_due_at`: when a waiting one is looked at again; a server that looks at it now leases it.
alter table stored_files add column scan text, add column scan_due_at timestamptz;
-- step: concurrently
create index concurrently if not exists stored_files_scan on stored_files (scan, created_at) where scan is not null;
