-- expand
-- What a message was said with, in words, where it is more than a reply; the release before writes and reads none.
alter table messages add column mark text;
-- step
-- Each time a restaurant has said that a processed ticket is not solved; figures count them.
create table ticket_reopenings (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets,
  person_id bigint not null,
  created_at timestamptz not null,
  closed_at timestamptz not null,
  closed_by bigint
);
create index ticket_reopenings_ticket on ticket_reopenings (ticket_id);
create index ticket_reopenings_person on ticket_reopenings (person_id, id);
create index ticket_reopenings_closed_by on ticket_reopenings (closed_by);
-- step
alter table ticket_reopenings
  add constraint ticket_reopenings_person_id_fkey foreign key (person_id) references people,
  add constraint ticket_reopenings_closed_by_fkey foreign key (closed_by) references people;
