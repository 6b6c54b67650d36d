-- A business runs itself: who may do what in it, how people get in, and what was done.

alter table restaurants
  add column archived_at timestamptz,
  -- "10:00-23:00" for each weekday from Monday, "" for a day off; null: never said
  add column hours text[] check (cardinality(hours) = 7);

alter table memberships
  add column role text not null default 'staff' check (role in ('staff', 'manager'));

alter table desk_members drop constraint desk_members_role_check;
alter table desk_members add constraint desk_members_role_check check (role in ('agent', 'editor', 'admin'));
create index desk_members_business on desk_members (business_id, role);

-- those who keep the installation: businesses, what they have paid, limits
create table operators (
  person_id bigint primary key references people,
  created_at timestamptz not null default now()
);

alter table people
  -- null: invited, and not here yet
  add column joined_at timestamptz default now(),
  -- by what a person is found and listed; letters beyond ASCII by hand, because not every database knows their case
  add column sort_name text generated always as (
    translate(lower(coalesce(last_name, '') || ' ' || coalesce(first_name, '')),
      'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЎҚҒҲ', 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяўқғҳ')) stored,
  add column find_text text generated always as (
    translate(lower(coalesce(last_name, '') || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '')
        || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '')),
      'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЎҚҒҲ', 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяўқғҳ')) stored;
create extension if not exists pg_trgm;
create index people_list on people (business_id, sort_name collate "C", id);
create index people_find on people using gin (find_text gin_trgm_ops);

-- the one link that makes the first owner
create table setup_keys (
  key_hash bytea primary key,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- a link that lets somebody in, or lets them choose a new password: kept hashed, used once
create table invitations (
  id uuid primary key default gen_random_uuid(),
  business_id bigint not null references businesses,
  person_id bigint not null references people,
  purpose text not null check (purpose in ('join', 'password')),
  key_hash bytea not null unique,
  created_by bigint references people,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
create index invitations_person on invitations (person_id, created_at desc);

-- what a business set for itself over the installation's defaults
create table business_settings (
  business_id bigint not null references businesses,
  name text not null,
  value jsonb not null,
  changed_at timestamptz not null default now(),
  primary key (business_id, name)
);

-- modules and payment systems of a business over the ones the product brings: a key never changes
create table topics (
  business_id bigint not null references businesses,
  kind text not null check (kind in ('module', 'payment')),
  key text not null check (key ~ '^[a-z0-9_]{1,64}$'),
  name text not null,
  position integer not null,
  archived_at timestamptz,
  primary key (business_id, kind, key)
);

alter table tickets
  -- the topic's words when the ticket was written; null: the product's own words for the key
  add column topic_name text;

alter table audit
  add column business_id bigint,
  -- whom or what it was done to, and the values around it
  add column subject text,
  add column before jsonb,
  add column after jsonb;
create index audit_business on audit (business_id, id desc) where business_id is not null;

-- the journal only grows: whoever has the application's own role can neither mend nor empty it
create function keep_audit() returns trigger language plpgsql as $$
begin
  raise exception 'the journal only grows' using errcode = 'insufficient_privilege';
end $$;
create trigger keep_audit before update or delete on audit for each row execute function keep_audit();
