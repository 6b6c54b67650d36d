-- expand
-- True: the provider is registered with the one address that all providers shared. New ones have an address each.
alter table identity_providers add column shared_redirect boolean not null default true;
-- step
-- codes that providers have sent browsers back with: each is taken once, whichever sign-in brings it
create table provider_codes (
  code_hash bytea primary key,
  brought_at timestamptz not null
);
create index provider_codes_brought on provider_codes (brought_at);
