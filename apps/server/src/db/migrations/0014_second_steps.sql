-- The second step of sign-in: codes of an app, and codes for the day the phone is lost.

alter table sessions
  -- null: opened by the first step alone
  add column second_step_at timestamptz;

create table totp_keys (
  person_id bigint primary key references people,
  -- encrypted with the server's seal key; null: none is in use yet
  sealed bytea,
  -- shown to the person, and not yet proved by a code
  pending bytea,
  -- the last thirty seconds whose code was used: none works twice
  used_step bigint not null default 0,
  changed_at timestamptz not null default now()
);

create table recovery_codes (
  person_id bigint not null references people,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (person_id, code_hash)
);
