-- expand
-- Figures (domain: service). What has happened to tickets that is counted, one row a happening. Goes with its ticket: the
-- release before removes old tickets without knowing of it.
create table figure_facts (
  ticket_id bigint not null references tickets (id) on delete cascade,
  nth integer not null,
  business_id bigint not null,
  restaurant_id bigint not null,
  category text not null,
  topic text,
  agent_id bigint,
  what text not null
    check (what in ('opened', 'first', 'solved', 'kept', 'missed', 'reopened', 'good', 'bad', 'answer')),
  at timestamptz not null,
  -- Of the clock on support's wall, as it was then.
  day date not null,
  hour smallint not null,
  -- Of support's hours; 0 where nothing is measured.
  minutes integer not null default 0,
  primary key (ticket_id, nth)
);
create index figure_facts_business on figure_facts (business_id, what, day, ticket_id, nth);
create index figure_facts_restaurant on figure_facts (restaurant_id, day);
create index figure_facts_agent on figure_facts (agent_id, day) where agent_id is not null;
-- step
alter table figure_facts add foreign key (agent_id) references people (id);
-- step
-- How many of them there are: of all (side `all`, key ''), and by each side.
create table figure_sums (
  business_id bigint not null,
  side text not null check (side in ('all', 'hour', 'restaurant', 'category', 'topic', 'agent')),
  day date not null,
  key text not null,
  what text not null,
  minutes integer not null,
  n integer not null,
  primary key (business_id, side, day, key, what, minutes)
);
-- How far the events of a business are counted, and how far its tickets are walked through: null when they are.
create table figure_cursors (
  business_id bigint primary key references businesses (id),
  seen bigint not null default 0,
  walked_to bigint default 0,
  -- Whether the walk only looks that all is right, how much was wrong in it, and when the last one ended.
  is_check boolean not null default false,
  wrong integer not null default 0,
  checked_at timestamptz
);
-- step
-- Somebody has searched the articles; `deflected` once a day has gone by: they wrote no ticket. Nobody is named by then.
create table figure_lookups (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  restaurant_id bigint not null references restaurants (id),
  person_id bigint,
  at timestamptz not null,
  day date not null,
  hour smallint not null,
  deflected boolean
);
create index figure_lookups_open on figure_lookups (at) where deflected is null;
create index figure_lookups_person on figure_lookups (person_id, restaurant_id, at) where person_id is not null;
-- step
alter table figure_lookups add foreign key (person_id) references people (id);
