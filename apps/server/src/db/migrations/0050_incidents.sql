-- expand
-- Incidents (domain: incidents). What has stopped in a business, since when and where. `everywhere`: in all of its restaurants, those of later on
-- too; otherwise in those of incident_restaurants. No topics: whatever it may be about.
create table incidents (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  title text not null,
  text text not null,
  topics text[] not null default '{}',
  everywhere boolean not null,
  since timestamptz not null,
  until timestamptz,
  created_at timestamptz not null,
  created_by bigint not null,
  material_id bigint
);
create index incidents_business on incidents (business_id, id);
create index incidents_created_by on incidents (created_by);
create index incidents_material on incidents (material_id);
create table incident_restaurants (
  incident_id bigint not null references incidents (id),
  restaurant_id bigint not null references restaurants (id),
  primary key (incident_id, restaurant_id)
);
create index incident_restaurants_restaurant on incident_restaurants (restaurant_id);
-- What is told of it; the last one of `kind` end is its end. `told_to`: the last person whose devices were told of it; null: all of them were.
create table incident_updates (
  id bigint generated always as identity primary key,
  incident_id bigint not null references incidents (id),
  kind text not null check (kind in ('begin', 'update', 'end')),
  text text not null,
  at timestamptz not null,
  person_id bigint not null,
  told_to bigint default 0
);
create index incident_updates_incident on incident_updates (incident_id, id);
create index incident_updates_telling on incident_updates (id) where told_to is not null;
create index incident_updates_person on incident_updates (person_id);
-- «И у нас»: one row for a person in a restaurant, whatever is pressed how often. `works`: whether it works again, as they say.
create table incident_taps (
  incident_id bigint not null references incidents (id),
  restaurant_id bigint not null references restaurants (id),
  person_id bigint not null,
  at timestamptz not null,
  text text,
  works boolean,
  primary key (incident_id, restaurant_id, person_id)
);
create index incident_taps_person on incident_taps (person_id, incident_id);
create index incident_taps_restaurant on incident_taps (restaurant_id);
create index incident_taps_said on incident_taps (incident_id, at) where text is not null;
create table incident_tap_files (
  id uuid primary key default gen_random_uuid(),
  incident_id bigint not null,
  restaurant_id bigint not null,
  person_id bigint not null,
  file_key text not null,
  file_name text not null,
  content_type text not null,
  size bigint not null,
  foreign key (incident_id, restaurant_id, person_id) references incident_taps on delete cascade
);
create index incident_tap_files_tap on incident_tap_files (incident_id, restaurant_id, person_id);
create index incident_tap_files_person on incident_tap_files (person_id);
create index incident_tap_files_key on incident_tap_files (file_key);
-- Its tickets go with themselves: the release before removes old ones without knowing of it.
create table incident_tickets (
  incident_id bigint not null references incidents (id),
  ticket_id bigint not null,
  answered_at timestamptz,
  primary key (incident_id, ticket_id)
);
create index incident_tickets_ticket on incident_tickets (ticket_id);
-- A burst of tickets that may be one, until somebody says what it is. `words`: what they have in common.
create table incident_proposals (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  topic text,
  words text[] not null,
  ticket_ids bigint[] not null,
  made_at timestamptz not null,
  seen_at timestamptz not null,
  dismissed_at timestamptz,
  incident_id bigint references incidents (id)
);
create index incident_proposals_business on incident_proposals (business_id, seen_at);
create index incident_proposals_incident on incident_proposals (incident_id);
-- step
alter table incidents add constraint incidents_created_by_fkey foreign key (created_by) references people;
-- step
alter table incidents
  add constraint incidents_material_id_fkey foreign key (material_id) references materials on delete set null;
-- step
alter table incident_updates add constraint incident_updates_person_id_fkey foreign key (person_id) references people;
-- step
alter table incident_taps add constraint incident_taps_person_id_fkey foreign key (person_id) references people;
-- step
alter table incident_tap_files
  add constraint incident_tap_files_person_id_fkey foreign key (person_id) references people;
-- step
alter table incident_tap_files
  add constraint incident_tap_files_file_key_fkey foreign key (file_key) references stored_files;
-- step
alter table incident_tickets
  add constraint incident_tickets_ticket_id_fkey foreign key (ticket_id) references tickets on delete cascade;
