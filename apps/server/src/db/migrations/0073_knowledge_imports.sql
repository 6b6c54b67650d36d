-- expand
-- Archives of a knowledge base that were uploaded (domain: knowledge): looked at, then brought in when their editor says so.
-- `due_at`: when a server takes it up; one that is at it now leases it. `remarks`: [file, sentence] of what does not come in.
create table knowledge_imports (
  id uuid primary key default gen_random_uuid(),
  business_id bigint not null,
  created_by bigint not null,
  file_name text not null,
  file_key text not null unique,
  state text not null default 'checking' check (state in ('checking', 'checked', 'running', 'done', 'failed')),
  problem text,
  added integer not null default 0,
  changed integer not null default 0,
  same integer not null default 0,
  remarks jsonb not null default '[]',
  due_at timestamptz,
  attempts integer not null default 0,
  run_by jsonb,
  created_at timestamptz not null
);
create index knowledge_imports_due on knowledge_imports (due_at) where due_at is not null;
create index knowledge_imports_age on knowledge_imports (created_at);
create index knowledge_imports_business on knowledge_imports (business_id);
create index knowledge_imports_created_by on knowledge_imports (created_by);
-- step
alter table knowledge_imports
  add constraint knowledge_imports_business_id_fkey foreign key (business_id) references businesses;
-- step
alter table knowledge_imports
  add constraint knowledge_imports_created_by_fkey foreign key (created_by) references people;
-- step
alter table knowledge_imports
  add constraint knowledge_imports_file_key_fkey foreign key (file_key) references stored_files;
