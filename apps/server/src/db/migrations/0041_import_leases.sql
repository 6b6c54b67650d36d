-- expand
-- Who has asked for an import that is being brought in: a server that dies leaves it to any other, which goes on in their
-- name. Nobody once it is done.

alter table people_imports add column if not exists run_by jsonb;
-- step
create index if not exists people_imports_running on people_imports (touched_at) where state = 'running';
