-- The order in which changes were made, whatever the clock said, and the session that made each: taking one back takes
-- back all that came after it, and that session's password before it.
alter table reverts add column id bigint generated always as identity;
alter table reverts add column session_id uuid;
drop index reverts_person;
create index reverts_person on reverts (person_id, id);
