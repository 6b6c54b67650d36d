-- Who is on shift in a restaurant, and what one shift leaves to the next.

create table shifts (
  id bigint generated always as identity primary key,
  restaurant_id bigint not null references restaurants,
  person_id bigint not null references people,
  began_at timestamptz not null,
  ended_at timestamptz,
  check (ended_at >= began_at)
);
-- a person is on shift once, and few are at all
create unique index shifts_on on shifts (restaurant_id, person_id) where ended_at is null;
create index shifts_person on shifts (person_id);
create index shifts_age on shifts (ended_at) where ended_at is not null;

create table handovers (
  id bigint generated always as identity primary key,
  restaurant_id bigint not null references restaurants,
  author_id bigint not null references people,
  note text not null,
  created_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by bigint references people,
  check ((accepted_at is null) = (accepted_by is null))
);
create index handovers_waiting on handovers (restaurant_id, id) where accepted_at is null;
create index handovers_author on handovers (author_id, id);
create index handovers_accepted_by on handovers (accepted_by);
create index handovers_age on handovers (accepted_at) where accepted_at is not null;

create table handover_tickets (
  handover_id bigint not null references handovers on delete cascade,
  ticket_id bigint not null references tickets,
  primary key (handover_id, ticket_id)
);
create index handover_tickets_ticket on handover_tickets (ticket_id);

-- a notice is about a ticket or about a handover
alter table notices
  alter column ticket_id drop not null,
  add column handover_id bigint references handovers on delete cascade,
  drop constraint notices_kind_check,
  add constraint notices_kind_check check (kind in ('answer', 'closing', 'handover', 'read')),
  add constraint notices_about_check check ((ticket_id is null) <> (handover_id is null)),
  drop constraint notices_person_id_ticket_id_session_id_key,
  add constraint notices_one unique nulls not distinct (person_id, ticket_id, handover_id, session_id);
create index notices_handover on notices (handover_id);
alter table notice_choices add column handovers boolean not null default true;
