-- A poster on the wall of a restaurant lets newcomers ask for access; its manager admits or refuses them.

-- the key in the QR code is signed, not kept: a poster can be printed again, and a dump gives none away
create table posters (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  restaurant_id bigint not null,
  created_by bigint references people,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  foreign key (business_id, restaurant_id) references restaurants (business_id, id)
);
create unique index posters_open on posters (restaurant_id) where revoked_at is null;

create table join_requests (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  restaurant_id bigint not null,
  poster_id bigint not null references posters,
  -- opens the newcomer's own page, kept hashed
  token_hash bytea not null unique,
  first_name text not null,
  last_name text,
  phone text not null,
  code_hash bytea,
  salt bytea,
  code_expires_at timestamptz,
  wrong_tries integer not null default 0,
  -- code: the phone is not confirmed · replaced: the same phone asked anew · joined: has a password and is in
  state text not null default 'code'
    check (state in ('code', 'waiting', 'replaced', 'admitted', 'refused', 'joined')),
  created_at timestamptz not null,
  confirmed_at timestamptz,
  decided_at timestamptz,
  decided_by bigint references people,
  person_id bigint references people,
  foreign key (business_id, restaurant_id) references restaurants (business_id, id)
);
create index join_requests_waiting on join_requests (business_id, id) where state = 'waiting';
create unique index join_requests_phone on join_requests (restaurant_id, phone) where state = 'waiting';
create index join_requests_age on join_requests (created_at);
create index join_requests_person on join_requests (person_id) where person_id is not null;
