-- expand
-- Whose letter it is. A letter lies here for a week, and its address need not be the person's any more when they are to
-- be forgotten. No foreign key: it would lock people, and a person's row is never deleted.

alter table outbox add column if not exists person_id bigint;
-- step: concurrently
create index concurrently if not exists outbox_person on outbox (person_id) where person_id is not null;
