-- The journal is looked through by who, whom, what and when, each along an index of its own.
drop index audit_business;
create index audit_business on audit (business_id, at desc, id desc) where business_id is not null;
create index audit_business_person on audit (business_id, person_id, at desc, id desc)
  where business_id is not null and person_id is not null;
create index audit_business_subject on audit (business_id, subject, at desc, id desc)
  where business_id is not null and subject is not null;
create index audit_business_event on audit (business_id, event, at desc, id desc) where business_id is not null;

-- the application's own role, which owns the table, may only add to it; the trigger holds against whoever grants more
revoke update, delete, truncate on audit from public, current_user;
create trigger keep_audit_whole before truncate on audit for each statement execute function keep_audit();
