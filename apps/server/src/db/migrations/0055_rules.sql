-- expand
-- Rules (domain: service): what is done by itself. `rules`: the contract's list, each with its id and since when it is on.
create table rule_sets (
  business_id bigint primary key,
  version bigint not null default 0,
  rules jsonb not null default '[]',
  -- Whoever saved them last: their automatic answers are from this person.
  author_id bigint
);
create index rule_sets_author on rule_sets (author_id) where author_id is not null;
-- How far the events of a business have been looked at, and until when a server is at it.
create table rule_cursors (
  business_id bigint primary key,
  seen bigint not null,
  leased_until timestamptz
);
-- How far the queue has been looked through for a rule on waiting.
create table rule_waits (
  rule_id uuid primary key,
  business_id bigint not null,
  seen timestamptz not null,
  seen_id bigint not null
);
-- step
alter table rule_sets add foreign key (business_id) references businesses (id);
-- step
alter table rule_sets add foreign key (author_id) references people (id);
-- step
-- Each happening sets a rule off once. `about`: which one it was.
create table rule_firings (
  rule_id uuid not null,
  ticket_id bigint not null references tickets (id) on delete cascade,
  about text not null,
  business_id bigint not null,
  name text not null,
  at timestamptz not null,
  fate text not null,
  has_answered boolean not null,
  primary key (ticket_id, rule_id, about)
);
create index rule_firings_newest on rule_firings (business_id, at desc);
-- step
-- The group that a rule has given a ticket to.
create table ticket_groups (
  ticket_id bigint primary key references tickets (id) on delete cascade,
  group_id bigint not null
);
-- step
-- A rule has said it, and no person: it ends nobody's wait.
alter table messages add column is_automatic boolean not null default false;
