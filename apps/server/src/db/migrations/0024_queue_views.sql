-- Every filter of the queue and of the archive finds its page by an index of its own, and a view of them is kept under a name.

create index tickets_queue_topic on tickets (business_id, topic, waiting_since, last_message_at, id)
  where status = 'awaiting_response' and topic is not null;
create index tickets_archive_topic on tickets (business_id, topic, closed_at desc, id desc)
  where status = 'processed' and topic is not null;
-- what is pressing as usual is nearly everything: the plain order finds it as fast, and this one costs nothing to keep
create index tickets_queue_priority on tickets (business_id, priority, waiting_since, last_message_at, id)
  where status = 'awaiting_response' and priority <> 'normal';
create index tickets_archive_priority on tickets (business_id, priority, closed_at desc, id desc)
  where status = 'processed' and priority <> 'normal';
create index tickets_archive_free on tickets (business_id, closed_at desc, id desc)
  where status = 'processed' and assignee_id is null;
create index tickets_put_off on tickets (business_id, waiting_since, last_message_at, id)
  where status = 'awaiting_response' and snoozed_until is not null;

-- a view of the queue under a name: one agent's own, or the whole team's
create table saved_views (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  author_id bigint not null references people,
  is_shared boolean not null,
  name text not null,
  -- as the contract's ViewFilters
  filters jsonb not null,
  position integer not null,
  -- one more with each change: whoever changes what a colleague has just changed is told
  version integer not null default 1
);
create index saved_views_shared on saved_views (business_id, position, id) where is_shared;
create index saved_views_own on saved_views (author_id, position, id) where not is_shared;
create unique index saved_views_shared_name on saved_views (business_id, lower(name)) where is_shared;
create unique index saved_views_own_name on saved_views (business_id, author_id, lower(name)) where not is_shared;
