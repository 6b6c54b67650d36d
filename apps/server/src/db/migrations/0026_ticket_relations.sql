-- Tickets that turn out to be one, or belong together.

alter table tickets
  drop constraint tickets_status_check,
  add constraint tickets_status_check check (status in ('awaiting_response', 'processed', 'merged')),
  -- where the messages of a merged ticket stand now; that one may have been merged further
  add column merged_into bigint references tickets,
  add constraint tickets_merged_check check ((status = 'merged') = (merged_into is not null));
create index tickets_merged_into on tickets (merged_into) where merged_into is not null;

-- the ticket that an id leads to: itself, or the one that it was merged into in the end
create function surviving_ticket(asked bigint) returns bigint language plpgsql stable parallel safe as $$
declare
  further bigint;
begin
  loop
    select merged_into into further from tickets where id = asked;
    if further is null then return asked; end if;
    asked := further;
  end loop;
end $$;

-- what a merge took along and changed, for as long as it stands: this is what undoing it puts back
create table ticket_merges (
  ticket_id bigint primary key references tickets,
  into_id bigint not null references tickets,
  merged_at timestamptz not null,
  message_ids bigint[] not null,
  note_ids bigint[] not null,
  -- the newest message of both: whatever is written after it settles the merge
  newest_id bigint not null,
  -- of the merged ticket: its status and what it was put off until
  own jsonb not null,
  -- of the other one: what the merge changed, as it was and as it became
  before jsonb not null,
  after jsonb not null
);
create index ticket_merges_into on ticket_merges (into_id);

-- two tickets that have to do with each other; `follow_up` and `split` say that the greater id came of the smaller
create table ticket_links (
  one_id bigint not null references tickets,
  other_id bigint not null references tickets,
  kind text not null check (kind in ('related', 'follow_up', 'split')),
  primary key (one_id, other_id),
  check (one_id < other_id)
);
create index ticket_links_other on ticket_links (other_id);

-- the other ticket that an act concerned
alter table ticket_log add column other_id bigint references tickets on delete set null;
create index ticket_log_other on ticket_log (other_id) where other_id is not null;
