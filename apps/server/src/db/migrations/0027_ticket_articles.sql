-- A solved ticket becomes an article, and a canned reply brings its files along.

-- a question that a ticket has answered and the knowledge base has not
alter table knowledge_gaps
  drop constraint knowledge_gaps_kind_check,
  add constraint knowledge_gaps_kind_check check (kind in ('search', 'feedback', 'ticket')),
  add column ticket_id bigint references tickets on delete set null;
create unique index knowledge_gaps_ticket on knowledge_gaps (ticket_id) where ticket_id is not null;

create table canned_files (
  id uuid primary key default gen_random_uuid(),
  canned_id bigint not null references canned_replies,
  -- the order in which they were added
  place integer not null,
  file_key text not null unique references stored_files,
  file_name text not null,
  content_type text not null,
  size bigint not null,
  unique (canned_id, place)
);
