-- expand
-- Open tickets of a restaurant, those in which support waits for it first.

-- step: concurrently
create index concurrently if not exists tickets_turn
  on tickets (restaurant_id, last_from_support desc, last_message_at desc, id desc) where status = 'awaiting_response';
