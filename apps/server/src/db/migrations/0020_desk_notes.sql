-- What support says to itself, what it says again and again, and how its customers found it.

create table notes (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets,
  author_id bigint not null references people,
  text text not null,
  created_at timestamptz not null
);
create index notes_ticket on notes (ticket_id, id desc);

create table note_files (
  id uuid primary key default gen_random_uuid(),
  note_id bigint not null references notes,
  -- the order in which they were attached
  place integer not null,
  file_key text not null unique references stored_files,
  file_name text not null,
  content_type text not null,
  size bigint not null,
  unique (note_id, place)
);

create table note_mentions (
  note_id bigint not null references notes,
  person_id bigint not null references people,
  primary key (note_id, person_id)
);

-- a note's event has no restaurant: see 0013
alter table ticket_events
  add column note_id bigint references notes,
  add check (note_id is null or restaurant_id is null);

-- the tags that a business has used, to be offered again
create table tags (
  business_id bigint not null references businesses,
  name text not null,
  primary key (business_id, name)
);

create table canned_replies (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  author_id bigint not null references people,
  -- every agent of the business has it
  is_shared boolean not null,
  title text not null,
  text text not null,
  uses integer not null default 0,
  created_at timestamptz not null default now()
);
create index canned_replies_shared on canned_replies (business_id, uses desc, id) where is_shared;
create index canned_replies_own on canned_replies (author_id, uses desc, id);
create unique index canned_replies_shared_title on canned_replies (business_id, lower(title)) where is_shared;
create unique index canned_replies_own_title on canned_replies (business_id, author_id, lower(title)) where not is_shared;

-- one for each ticket: nobody is asked twice
create table ticket_ratings (
  ticket_id bigint primary key references tickets,
  person_id bigint not null references people,
  score text not null check (score in ('good', 'bad', 'skipped')),
  word text,
  created_at timestamptz not null
);
