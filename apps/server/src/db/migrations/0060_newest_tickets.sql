-- expand
-- The queue in the order in which tickets were written (domain: tickets).
-- step: concurrently
create index concurrently if not exists tickets_queue_newest on tickets (business_id, id desc)
  where status = 'awaiting_response';
