-- Sign-in by a company's own provider of identities (OpenID Connect).
create table identity_providers (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  name text not null,
  issuer text not null,
  client_id text not null,
  -- the client's secret, encrypted with the server's seal key
  sealed bytea not null,
  is_enabled boolean not null,
  -- whoever is not among the people yet comes in as restaurant staff
  creates boolean not null,
  restaurant_id bigint,
  domains text[] not null default '{}',
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  unique (business_id, issuer, client_id),
  foreign key (business_id, restaurant_id) references restaurants (business_id, id),
  check (not creates or (restaurant_id is not null and domains <> '{}'))
);
create unique index identity_providers_name on identity_providers (business_id, lower(name));

-- by which name a provider knows a person
create table person_identities (
  provider_id bigint not null references identity_providers on delete cascade,
  subject text not null,
  person_id bigint not null references people,
  linked_at timestamptz not null,
  primary key (provider_id, subject),
  unique (person_id, provider_id)
);

-- somebody is on their way to a provider and back
create table provider_attempts (
  state_hash bytea primary key,
  -- of the cookie of the browser that set out
  browser_hash bytea not null,
  provider_id bigint not null references identity_providers on delete cascade,
  -- state, nonce and verifier, encrypted
  sealed bytea not null,
  expires_at timestamptz not null,
  -- the provider was asked what the code is worth: it is asked once
  used_at timestamptz,
  -- who it is, while the second step is asked for
  person_id bigint references people
);
create index provider_attempts_expiry on provider_attempts (expires_at);
create index provider_attempts_provider on provider_attempts (provider_id);
