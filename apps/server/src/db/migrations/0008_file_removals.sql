-- since when somebody is removing the bytes: the store is asked outside of any transaction
alter table stored_files add column removing_at timestamptz;
