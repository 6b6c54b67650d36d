-- expand
-- Browsers in which an agent is called while no page of the desk is open (domain: tickets/signals). Quiet hours are minutes of
-- a day of `timezone`.
create table signal_devices (
  session_id uuid primary key references sessions (id) on delete cascade,
  person_id bigint not null,
  endpoint_hash bytea not null unique,
  sealed bytea not null,
  sound boolean not null,
  nobodys_after smallint not null check (nobodys_after between 0 and 600),
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  timezone text not null,
  created_at timestamptz not null,
  check ((quiet_from is null) = (quiet_to is null))
);
create index signal_devices_person on signal_devices (person_id);
-- step
alter table signal_devices add foreign key (person_id) references people (id);
-- step
-- What a browser is to be told, once of each kind for a ticket. `event`: which news it is. `amount`: how many tickets one call
-- of nobody's stands for; `since`: whose wait it was. `due_at` null: told.
create table signals (
  id bigint generated always as identity primary key,
  session_id uuid not null references signal_devices (session_id) on delete cascade,
  kind text not null check (kind in ('wrote', 'given', 'mention', 'nobodys')),
  ticket_id bigint not null,
  message_id bigint,
  note_id bigint,
  event text not null,
  amount int not null default 1,
  since timestamptz,
  due_at timestamptz,
  attempts int not null default 0,
  sent_at timestamptz,
  unique (session_id, kind, ticket_id)
);
create index signals_due on signals (due_at) where due_at is not null;
create index signals_ticket on signals (ticket_id);
create index signals_age on signals (sent_at) where due_at is null;
create index signals_message on signals (message_id) where message_id is not null;
create index signals_note on signals (note_id) where note_id is not null;
-- step
alter table signals add foreign key (ticket_id) references tickets (id) on delete cascade;
-- step
alter table signals add foreign key (message_id) references messages (id) on delete set null;
-- step
alter table signals add foreign key (note_id) references notes (id) on delete set null;
-- step
-- Up to which event of a business signals were made.
create table signal_cursors (
  business_id bigint primary key references businesses (id),
  seen bigint not null default 0
);
