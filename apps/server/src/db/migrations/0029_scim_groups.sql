-- Groups of the company's directory. One that is called like a restaurant gives its members a place there.
create table scim_groups (
  id uuid primary key default gen_random_uuid(),
  business_id bigint not null references businesses,
  external_id text,
  display_name text not null,
  restaurant_id bigint,
  created_at timestamptz not null default now(),
  foreign key (business_id, restaurant_id) references restaurants (business_id, id)
);
create unique index scim_groups_name on scim_groups (business_id, lower(display_name));
create unique index scim_groups_external on scim_groups (business_id, external_id) where external_id is not null;

create table scim_group_members (
  group_id uuid not null references scim_groups on delete cascade,
  person_id bigint not null references people,
  primary key (group_id, person_id)
);
create index scim_group_members_person on scim_group_members (person_id);
