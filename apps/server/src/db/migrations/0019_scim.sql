-- Whom the company's own directory keeps here, and by which name it knows them.
create table scim_people (
  person_id bigint primary key references people,
  business_id bigint not null references businesses,
  external_id text,
  -- the directory has given them up: to it they are not here, though what they wrote stays
  deleted_at timestamptz
);
create unique index scim_people_external on scim_people (business_id, external_id)
  where external_id is not null and deleted_at is null;
