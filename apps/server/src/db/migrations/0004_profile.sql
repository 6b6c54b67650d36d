-- one live code for each person, purpose and address
create table codes (
  id uuid primary key default gen_random_uuid(),
  person_id bigint not null references people,
  purpose text not null check (purpose in ('email', 'phone', 'recovery')),
  address text not null,
  code_hash bytea not null,
  salt bytea not null,
  wrong_tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create unique index codes_live on codes (person_id, purpose, address) where used_at is null;

-- every send, for the limits an hour and a day
create table code_sends (
  id bigint generated always as identity primary key,
  person_id bigint not null references people,
  business_id bigint not null references businesses,
  channel text not null check (channel in ('email', 'sms')),
  address text not null,
  sent_at timestamptz not null default now()
);
create index code_sends_person on code_sends (person_id, sent_at);
create index code_sends_address on code_sends (address, sent_at);
create index code_sends_business on code_sends (business_id, channel, sent_at);

create table outbox (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  to_address text not null,
  -- subject, text and html, encrypted: a dump of the database must not give away a code
  sealed bytea not null,
  created_at timestamptz not null default now(),
  -- not worth sending after this
  expires_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text
);
create index outbox_due on outbox (next_attempt_at) where sent_at is null and failed_at is null;
create index outbox_to on outbox (to_address, id desc);

-- "это не я": takes a change of address or password back for 72 hours
create table reverts (
  token_hash bytea primary key,
  person_id bigint not null references people,
  kind text not null check (kind in ('email', 'phone', 'password')),
  old_value text,
  old_verified_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index reverts_person on reverts (person_id);
