-- expand
-- True: beside this key a password alone lets nobody in. False: the key is one more way in, and the password goes on.
alter table passkeys add column is_step boolean not null default true;
