-- Which program did it: the API key that a change came with. It outlives the key's own row.
alter table audit add column key_id uuid;
