-- expand
-- What figures are read from (domain: service): one row for each day, and one for each month, of all of a business (side `all`,
-- key '') and of each side. Filled by a job, by months; `figure_sums` is what the release before reads and writes.
create table figure_periods (
  business_id bigint not null,
  side text not null check (side in ('all', 'hour', 'restaurant', 'category', 'topic', 'agent', 'device')),
  span text not null check (span in ('day', 'month')),
  -- The day, or the first of the month.
  since date not null,
  key text not null,
  opened integer not null,
  first integer not null,
  solved integer not null,
  kept integer not null,
  missed integer not null,
  reopened integer not null,
  good integer not null,
  bad integer not null,
  answer integer not null,
  looked integer not null,
  deflected integer not null,
  -- How often each whole minute came: pairs of int4 (minutes, times) by minutes; null where nothing was measured.
  first_minutes bytea,
  solved_minutes bytea,
  primary key (business_id, side, span, since, key)
);
-- step
alter table figure_facts add column device_id bigint;
-- step
-- Whether the periods of a business have been filled from its facts.
alter table figure_cursors add column is_built boolean not null default false;
