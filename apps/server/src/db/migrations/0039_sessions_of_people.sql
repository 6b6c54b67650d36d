-- expand
-- All sessions of one person, those that have ended too: when they were last seen, and what goes when they are forgotten.

-- step: concurrently
create index concurrently if not exists sessions_all_of_person on sessions (person_id);
