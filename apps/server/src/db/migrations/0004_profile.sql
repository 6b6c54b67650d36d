-- the live code of a person, purpose and address: the next one takes its place, a right guess removes it
create table codes (
  person_id bigint not null references people,
  purpose text not null check (purpose in ('email', 'phone', 'recovery')),
  address text not null,
  code_hash bytea not null,
  salt bytea not null,
  wrong_tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (person_id, purpose, address)
);
create index codes_age on codes (expires_at);

-- every ask for a code, for the delays and for the limits an hour and a day
create table code_sends (
  id bigint generated always as identity primary key,
  -- null: a recovery was asked for a login that nobody has
  person_id bigint references people,
  business_id bigint references businesses,
  purpose text not null check (purpose in ('email', 'phone', 'recovery')),
  channel text not null check (channel in ('email', 'sms')),
  address text not null,
  -- 'taken': the address is somebody else's, nothing was sent; 'withdrawn': it could not be delivered
  outcome text not null check (outcome in ('sent', 'taken', 'unknown', 'withdrawn')),
  sent_at timestamptz not null default now()
);
create index code_sends_person on code_sends (person_id, sent_at);
create index code_sends_address on code_sends (address, sent_at);
create index code_sends_business on code_sends (business_id, channel, sent_at);
create index code_sends_age on code_sends (sent_at);

create table outbox (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  to_address text not null,
  -- subject, text and html, encrypted: a dump of the database must not give away a code. Emptied once it is sent.
  sealed bytea not null,
  created_at timestamptz not null default now(),
  -- not worth sending after this
  expires_at timestamptz not null,
  attempts integer not null default 0,
  -- while somebody is sending it: when they must be dead
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text
);
create index outbox_due on outbox (next_attempt_at) where sent_at is null and failed_at is null;
create index outbox_to on outbox (to_address, id desc);
create index outbox_age on outbox (created_at);

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
