-- expand
-- A business that comes from another cell brings what triggers make of rows with it (cells/move-business.ts): the
-- transaction that takes it in says so, and they make nothing a second time.
create or replace function add_ticket_clocks() returns trigger language plpgsql as $$
begin
  if current_setting('podmoga.moving', true) = 'on' then return null; end if;
  insert into ticket_clocks (ticket_id, business_id, restaurant_id, is_open)
  select id, business_id, restaurant_id, status = 'awaiting_response' from added on conflict do nothing;
  return null;
end $$;
create or replace function count_changed_ticket() returns trigger language plpgsql as $$
begin
  if current_setting('podmoga.moving', true) = 'on' then return null; end if;
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
create or replace function count_new_tickets() returns trigger language plpgsql as $$
begin
  if current_setting('podmoga.moving', true) = 'on' then return null; end if;
  insert into ticket_counts as c (restaurant_id, status, items, waiting, free, snoozed)
  select restaurant_id, status, count(*), count(waiting_since) filter (where snoozed_until is null),
    count(*) filter (where assignee_id is null and snoozed_until is null), count(snoozed_until)
  from added group by 1, 2 order by 1, 2
  on conflict (restaurant_id, status) do update
    set items = c.items + excluded.items, waiting = c.waiting + excluded.waiting,
      free = c.free + excluded.free, snoozed = c.snoozed + excluded.snoozed;
  return null;
end $$;
create or replace function mark_message_files() returns trigger language plpgsql as $$
begin
  if current_setting('podmoga.moving', true) = 'on' then return null; end if;
  update message_words set marks = marks || array['f']
  where message_id in (select message_id from changed) and not 'f' = any(marks);
  return null;
end $$;
create or replace function open_ticket_clock() returns trigger language plpgsql as $$
begin
  if current_setting('podmoga.moving', true) = 'on' then return null; end if;
  update ticket_clocks set is_open = new.status = 'awaiting_response', due_at = null, kind = null, tell_at = null,
    basis = null
  where ticket_id = new.id;
  return null;
end $$;
create or replace function read_changed_message() returns trigger language plpgsql as $$
begin
  if current_setting('podmoga.moving', true) = 'on' then return null; end if;
  perform add_message_words(array[new.id]);
  return null;
end $$;
create or replace function read_new_messages() returns trigger language plpgsql as $$
begin
  if current_setting('podmoga.moving', true) = 'on' then return null; end if;
  perform add_message_words((select array_agg(id) from added));
  return null;
end $$;
create or replace function unmark_message_files() returns trigger language plpgsql as $$
begin
  if current_setting('podmoga.moving', true) = 'on' then return null; end if;
  update message_words w set marks = array_remove(marks, 'f')
  where message_id in (select message_id from changed)
    and not exists (select from attachments a where a.message_id = w.message_id);
  return null;
end $$;
