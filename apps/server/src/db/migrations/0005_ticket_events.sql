-- what a live stream tells, in the order of commits inside a restaurant; a day of it is kept for those who reconnect
create table ticket_events (
  id bigint generated always as identity primary key,
  restaurant_id bigint not null references restaurants,
  ticket_id bigint not null references tickets,
  -- null: the ticket itself changed
  message_id bigint references messages,
  created_at timestamptz not null default now()
);
create index ticket_events_restaurant on ticket_events (restaurant_id, id);
create index ticket_events_age on ticket_events (created_at);
