-- A file of people on its way in: looked through first, brought in after a yes, forgotten after a day.

create table people_imports (
  id uuid primary key default gen_random_uuid(),
  business_id bigint not null references businesses,
  created_by bigint not null references people,
  file_name text not null,
  state text not null default 'checked' check (state in ('checked', 'running', 'done')),
  -- whether those who are added get their invitation by mail
  send text not null default 'link' check (send in ('link', 'email')),
  created_at timestamptz not null default now(),
  -- the last sign of whoever brings it in: a server that died leaves it to another
  touched_at timestamptz not null default now()
);
create index people_imports_business on people_imports (business_id, created_at);

create table people_import_rows (
  import_id uuid not null references people_imports on delete cascade,
  line integer not null,
  cells jsonb not null,
  fate text not null check (fate in ('add', 'change', 'same', 'bad')),
  says text not null,
  done boolean not null default false,
  primary key (import_id, line)
);
