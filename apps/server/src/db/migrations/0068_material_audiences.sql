-- expand
-- For whom a material is (domain: knowledge); without a row it is for everybody. Empty `roles`: for every role. Empty
-- `restaurant_ids` and `groups`: for every restaurant; else for the named ones and for those that bear one of the groups.
create table material_audiences (
  material_id bigint primary key references materials (id) on delete cascade,
  business_id bigint not null,
  roles text[] not null,
  restaurant_ids bigint[] not null,
  groups text[] not null
);
create index material_audiences_business on material_audiences (business_id);
-- step
alter table material_audiences
  add constraint material_audiences_business_id_fkey foreign key (business_id) references businesses;
