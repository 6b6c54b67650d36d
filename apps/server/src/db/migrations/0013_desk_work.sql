-- The desk as a team's room: who answers for a ticket, what is put off, what was done to it, and a stream that tells of it.

alter table tickets
  add column assignee_id bigint references people,
  add column priority text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
  add column tags text[] not null default '{}',
  -- an open ticket that is out of the queue until then, or until the customer writes
  add column snoozed_until timestamptz;
create index tickets_free on tickets (business_id, waiting_since, last_message_at, id)
  where status = 'awaiting_response' and assignee_id is null and snoozed_until is null;
create index tickets_mine on tickets (assignee_id, waiting_since, last_message_at, id)
  where status = 'awaiting_response' and assignee_id is not null;
create index tickets_mine_archive on tickets (assignee_id, closed_at desc, id desc)
  where status = 'processed' and assignee_id is not null;
create index tickets_queue_category on tickets (business_id, category, waiting_since, last_message_at, id)
  where status = 'awaiting_response';
create index tickets_archive_category on tickets (business_id, category, closed_at desc, id desc)
  where status = 'processed';
create index tickets_snoozed on tickets (snoozed_until) where snoozed_until is not null;
create index tickets_tags on tickets using gin (tags);

-- `waiting` counts what the queue shows; `free` are those of nobody in it, `snoozed` those out of it
alter table ticket_counts
  add column free integer not null default 0,
  add column snoozed integer not null default 0;
update ticket_counts c set free = t.items
from (select restaurant_id, status, count(*)::int as items from tickets group by 1, 2) t
where t.restaurant_id = c.restaurant_id and t.status = c.status;

create or replace function count_new_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_counts as c (restaurant_id, status, items, waiting, free, snoozed)
  select restaurant_id, status, count(*), count(waiting_since) filter (where snoozed_until is null),
    count(*) filter (where assignee_id is null and snoozed_until is null), count(snoozed_until)
  from added group by 1, 2 order by 1, 2
  on conflict (restaurant_id, status) do update
    set items = c.items + excluded.items, waiting = c.waiting + excluded.waiting,
      free = c.free + excluded.free, snoozed = c.snoozed + excluded.snoozed;
  return null;
end $$;

create or replace function count_changed_ticket() returns trigger language plpgsql as $$
begin
  insert into ticket_counts as c (restaurant_id, status, items, waiting, free, snoozed)
  select restaurant_id, status, sum(items), sum(waiting), sum(free), sum(snoozed)
  from (
    select old.restaurant_id, old.status, -1 as items,
      -(old.waiting_since is not null and old.snoozed_until is null)::int as waiting,
      -(old.assignee_id is null and old.snoozed_until is null)::int as free,
      -(old.snoozed_until is not null)::int as snoozed
    union all
    select new.restaurant_id, new.status, 1, (new.waiting_since is not null and new.snoozed_until is null)::int,
      (new.assignee_id is null and new.snoozed_until is null)::int, (new.snoozed_until is not null)::int
    where tg_op = 'UPDATE'
  ) as change
  group by 1, 2 order by 1, 2
  on conflict (restaurant_id, status) do update
    set items = c.items + excluded.items, waiting = c.waiting + excluded.waiting,
      free = c.free + excluded.free, snoozed = c.snoozed + excluded.snoozed;
  return null;
end $$;
drop trigger count_changed_ticket on tickets;
create trigger count_changed_ticket
  after update of status, restaurant_id, waiting_since, assignee_id, snoozed_until on tickets
  for each row when (
    old.status <> new.status or old.restaurant_id <> new.restaurant_id
    or (old.waiting_since is null) <> (new.waiting_since is null)
    or (old.assignee_id is null) <> (new.assignee_id is null)
    or (old.snoozed_until is null) <> (new.snoozed_until is null)
  ) execute function count_changed_ticket();

-- what was done to a ticket at the desk, in words as they were then
create table ticket_log (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets,
  at timestamptz not null,
  -- null: the product itself
  person_id bigint references people,
  act text not null,
  before text,
  after text,
  word text
);
create index ticket_log_ticket on ticket_log (ticket_id, id desc);

-- the desk of a business is told everything that its restaurants are, and what is nobody's but its own
alter table ticket_events
  -- null: only the desk is told
  alter column restaurant_id drop not null,
  add column business_id bigint references businesses;
update ticket_events e set business_id = r.business_id from restaurants r where r.id = e.restaurant_id;
alter table ticket_events alter column business_id set not null;
create index ticket_events_business on ticket_events (business_id, id);
