-- expand
-- Groups of agents (domain: service), and who of them is at work.
create table agent_groups (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  place integer not null,
  name text not null,
  -- empty: any
  restaurant_ids bigint[] not null,
  categories text[] not null,
  way text not null check (way in ('turn', 'load')),
  most integer
);
create index agent_groups_business on agent_groups (business_id, place);
-- step
create table agent_group_sets (
  business_id bigint primary key references businesses (id),
  version bigint not null
);
-- step
create table agent_group_members (
  group_id bigint not null references agent_groups (id) on delete cascade,
  person_id bigint not null references people (id),
  primary key (group_id, person_id)
);
create index agent_group_members_person on agent_group_members (person_id);
-- step
create table agent_presence (
  person_id bigint primary key references people (id),
  state text not null check (state in ('work', 'away', 'off')),
  since timestamptz not null,
  -- what is theirs goes back to the group once they are off
  is_returned boolean not null default true,
  zone text,
  week jsonb,
  -- whether the schedule says so; a change of it changes the state
  is_scheduled boolean,
  given_at timestamptz
);
create index agent_presence_work on agent_presence (person_id) where state <> 'off' or week is not null or not is_returned;
