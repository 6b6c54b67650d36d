-- What people are told of while no page of theirs is open.

-- keys that this installation has made for itself: sealed, and the same for all of its servers
create table sealed_keys (
  name text primary key,
  sealed bytea not null,
  created_at timestamptz not null default now()
);

-- the browser of a session, as it asked to be told: where to, and with which keys
create table push_subscriptions (
  session_id uuid primary key references sessions on delete cascade,
  person_id bigint not null references people,
  -- a keyed hash: one browser belongs to one session
  endpoint_hash bytea not null unique,
  sealed bytea not null,
  -- whether what was written may stand on a locked screen
  shows_text boolean not null default false,
  created_at timestamptz not null
);
create index push_subscriptions_person on push_subscriptions (person_id);

-- what a person wants to hear of a restaurant; without a row, as the columns say
create table notice_choices (
  person_id bigint not null references people,
  restaurant_id bigint not null references restaurants,
  answers boolean not null default true,
  closings boolean not null default true,
  all_tickets boolean not null default false,
  -- since when; null: no letters
  by_mail_since timestamptz,
  -- minutes of the restaurant's day
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  primary key (person_id, restaurant_id),
  check ((quiet_from is null) = (quiet_to is null))
);
create index notice_choices_mail on notice_choices (restaurant_id) where by_mail_since is not null;

alter table people add column notices_asked_at timestamptz;

-- one ticket, otherwise than the rest of its restaurant
create table ticket_follows (
  ticket_id bigint not null references tickets,
  person_id bigint not null references people,
  follows boolean not null,
  primary key (ticket_id, person_id)
);
create index ticket_follows_person on ticket_follows (person_id);

-- how far the events of a business have been turned into notices
create table notice_cursors (
  business_id bigint primary key references businesses,
  seen bigint not null default 0
);

-- at most one for a person, a device and a ticket, so that a burst is one notice and the queue has its bound
create table notices (
  id bigint generated always as identity primary key,
  person_id bigint not null references people,
  -- null: by mail
  session_id uuid references push_subscriptions on delete cascade,
  ticket_id bigint not null references tickets,
  kind text not null check (kind in ('answer', 'closing', 'read')),
  -- of the answer that it tells of
  message_id bigint references messages,
  event_id bigint not null,
  -- null: nothing waits to be sent
  due_at timestamptz,
  attempts integer not null default 0,
  -- when the device was last told
  sent_at timestamptz,
  unique nulls not distinct (person_id, ticket_id, session_id)
);
create index notices_due on notices (due_at) where due_at is not null;
create index notices_session on notices (session_id);
create index notices_ticket on notices (ticket_id);
create index notices_message on notices (message_id);
