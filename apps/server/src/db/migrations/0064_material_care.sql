-- expand
-- Who answers for a material and when it is to be read again (domain: knowledge). `check_months`: how long it holds once it was
-- read again; null: looked at once.
create table material_care (
  material_id bigint primary key references materials (id) on delete cascade,
  owner_id bigint,
  check_on date,
  check_months smallint check (check_months between 1 and 24),
  checked_at timestamptz,
  checked_by bigint
);
create index material_care_owner on material_care (owner_id) where owner_id is not null;
create index material_care_checked_by on material_care (checked_by) where checked_by is not null;
-- step
alter table material_care
  add constraint material_care_owner_id_fkey foreign key (owner_id) references people,
  add constraint material_care_checked_by_fkey foreign key (checked_by) references people;
