-- expand
-- Texts that come out by themselves: what stood there when the moment was set (domain: knowledge).
create table material_schedules (
  material_id bigint primary key references materials (id) on delete cascade,
  publish_at timestamptz not null,
  title text not null,
  content text not null,
  cover_id uuid,
  file_ids uuid[] not null,
  person_id bigint not null,
  created_at timestamptz not null
);
create index material_schedules_due on material_schedules (publish_at);
create index material_schedules_person on material_schedules (person_id);
-- step
alter table material_schedules
  add constraint material_schedules_person_id_fkey foreign key (person_id) references people;
