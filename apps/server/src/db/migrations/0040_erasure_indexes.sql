-- Whoever is forgotten is found here without reading what everybody else has.

create index api_keys_person on api_keys (person_id);
create index note_mentions_person on note_mentions (person_id);
create index provider_attempts_person on provider_attempts (person_id) where person_id is not null;
create index join_requests_address on join_requests (phone);
