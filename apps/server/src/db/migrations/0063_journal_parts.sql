-- expand
-- One of the many entries that a larger act came to, an import for one: the journal shows them once that act is opened
-- (domain: db).
alter table audit add column is_part boolean not null default false;
-- step: concurrently
create index concurrently if not exists audit_business_acts on audit (business_id, at desc, id desc)
  where business_id is not null and not is_part;
-- step: concurrently
create index concurrently if not exists audit_parts on audit (business_id, request_id, at desc, id desc)
  where is_part;
