-- All sessions of one person, those that have ended too: when they were last seen, and what goes when they are forgotten.

create index sessions_all_of_person on sessions (person_id);
