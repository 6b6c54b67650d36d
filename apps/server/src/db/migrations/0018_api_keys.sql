-- Keys for programs: hashed, lent a part of what their maker may do, and dead with them.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  business_id bigint not null references businesses,
  person_id bigint not null references people,
  name text not null,
  prefix text not null,
  key_hash bytea not null unique,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  -- written at most once a minute
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_business on api_keys (business_id, created_at desc);
