-- expand
-- Whoever is forgotten is found here without reading what everybody else has.

-- step: concurrently
create index concurrently if not exists api_keys_person on api_keys (person_id);
-- step: concurrently
create index concurrently if not exists note_mentions_person on note_mentions (person_id);
-- step: concurrently
create index concurrently if not exists provider_attempts_person on provider_attempts (person_id) where person_id is not null;
-- step: concurrently
create index concurrently if not exists join_requests_address on join_requests (phone);
