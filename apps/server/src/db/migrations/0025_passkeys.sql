-- Passkeys (WebAuthn): a second step of sign-in, and a sign-in by itself.
create table passkeys (
  id bigint generated always as identity primary key,
  person_id bigint not null references people,
  credential_id text not null unique,
  public_key bytea not null,
  -- how often it has signed; a copy betrays itself by counting behind. 0: it does not count
  counter bigint not null,
  transports text[] not null,
  name text not null,
  synced boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_person on passkeys (person_id, id);

-- what a browser was asked to sign: one question a session or a browser, good once
create table passkey_challenges (
  bound_to bytea not null,
  purpose text not null check (purpose in ('sign_in', 'own', 'new')),
  challenge text not null,
  expires_at timestamptz not null,
  primary key (bound_to, purpose)
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
