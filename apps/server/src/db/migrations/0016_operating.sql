-- A person may be forgotten, old tickets may be given up, and whoever keeps the installation has terms to keep.

alter table people add column erased_at timestamptz;

-- who asked to be forgotten and waits for an admin
create table erasure_requests (
  person_id bigint primary key references people,
  business_id bigint not null references businesses,
  asked_at timestamptz not null
);
create index erasure_requests_business on erasure_requests (business_id, asked_at, person_id);

-- everything somebody wrote, for their own archive
create index messages_author on messages (author_id, id);

alter table businesses
  -- null: as many as they like
  add column people_max integer check (people_max > 0),
  add column restaurants_max integer check (restaurants_max > 0);
