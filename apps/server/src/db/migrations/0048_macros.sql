-- expand
-- Macros (domain: service): several acts at once.
create table macros (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  name text not null,
  acts jsonb not null,
  version integer not null default 1
);
create unique index macros_name on macros (business_id, lower(name));
-- step
-- A macro that somebody has set going. Nothing is done before `due_at`, until when it can be taken back.
create table macro_runs (
  id bigint generated always as identity primary key,
  person_id bigint not null references people (id),
  business_ids bigint[] not null,
  name text not null,
  acts jsonb not null,
  -- [{id, seen}], and what has become of each: [{id, number, fate}], in the same order
  tickets jsonb not null,
  results jsonb not null default '[]',
  state text not null default 'waiting' check (state in ('waiting', 'undone', 'running', 'done')),
  due_at timestamptz not null,
  leased_until timestamptz
);
create index macro_runs_due on macro_runs (due_at) where state in ('waiting', 'running');
create index macro_runs_person on macro_runs (person_id);
