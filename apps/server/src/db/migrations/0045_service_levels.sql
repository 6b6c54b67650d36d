-- expand
-- Service levels (domain: service). What support owes by when, from a moment on: a version holds until the next, and none
-- is changed. `shifts`: [{zone, week}], a week of null being the business's working hours, which are kept as they were then.
create table service_versions (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  valid_from timestamptz not null,
  targets jsonb not null,
  shifts jsonb not null,
  usual_week jsonb not null,
  days_off jsonb not null
);
create index service_versions_business on service_versions (business_id, id);
-- How far the events of a business have been looked at, and how far its open tickets have been counted by a new version.
create table service_cursors (
  business_id bigint primary key references businesses (id),
  seen bigint not null default 0,
  version_id bigint,
  walked_to bigint
);
-- Of which tickets the desk is to be told that their clock is another one.
create table service_news (
  ticket_id bigint primary key,
  business_id bigint not null,
  level text not null check (level in ('set', 'soon', 'late'))
);
-- step
-- What is due first in a ticket; null: nothing, which stands last. `basis` is what it was counted from: a ticket that says something else
-- by now has been changed since. `tell_at`: when the next of «soon» and «late» is to be told.
-- Goes with its ticket: the release before removes old tickets without knowing of it.
create table ticket_clocks (
  ticket_id bigint primary key references tickets (id) on delete cascade,
  business_id bigint not null,
  restaurant_id bigint not null,
  is_open boolean not null,
  due_at timestamptz,
  kind text check (kind in ('first', 'next', 'solution')),
  soon_at timestamptz,
  late_at timestamptz,
  tell_at timestamptz,
  basis text
);
create index ticket_clocks_due on ticket_clocks (business_id, due_at, ticket_id) where is_open;
create index ticket_clocks_restaurant on ticket_clocks (restaurant_id, due_at, ticket_id) where is_open;
create index ticket_clocks_tell on ticket_clocks (tell_at) where tell_at is not null and is_open;
create function add_ticket_clocks() returns trigger language plpgsql as $$
begin
  insert into ticket_clocks (ticket_id, business_id, restaurant_id, is_open)
  select id, business_id, restaurant_id, status = 'awaiting_response' from added on conflict do nothing;
  return null;
end $$;
-- A ticket that is open again stands in the list at once, and is counted anew soon after.
create function open_ticket_clock() returns trigger language plpgsql as $$
begin
  update ticket_clocks set is_open = new.status = 'awaiting_response', due_at = null, kind = null, tell_at = null,
    basis = null
  where ticket_id = new.id;
  return null;
end $$;
create function ticket_basis(message_count integer, status text, priority text, category text, snoozed_until timestamptz)
  returns text language sql stable parallel safe
  return concat_ws('/', message_count, status, priority, category, extract(epoch from snoozed_until));
-- step
create trigger add_ticket_clocks after insert on tickets referencing new table as added for each statement
  execute function add_ticket_clocks();
-- step
create trigger open_ticket_clock after update of status on tickets for each row
  when (old.status <> new.status) execute function open_ticket_clock();
-- step: portions
insert into ticket_clocks (ticket_id, business_id, restaurant_id, is_open)
select id, business_id, restaurant_id, true from tickets t
where status = 'awaiting_response' and not exists (select from ticket_clocks where ticket_id = t.id)
order by id limit 2000 on conflict do nothing;
