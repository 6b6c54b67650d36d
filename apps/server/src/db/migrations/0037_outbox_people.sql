-- Whose letter it is. A letter lies here for a week, and its address need not be the person's any more when they are to
-- be forgotten. No foreign key: it would lock people, and a person's row is never deleted.

alter table outbox add column person_id bigint;
create index outbox_person on outbox (person_id) where person_id is not null;
