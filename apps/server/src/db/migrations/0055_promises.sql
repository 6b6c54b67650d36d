-- expand
-- What support has usually kept (domain: service/promise): for each hour of the week the minutes of a first answer by category,
-- where '' is any. `zone`: whose hours these are. `due_at`: when it is to be counted again; a server that counts it now leases it.
create table service_promises (
  business_id bigint primary key references businesses (id),
  due_at timestamptz not null,
  counted_at timestamptz,
  zone text,
  hours jsonb not null default '[]'
);
create index service_promises_due on service_promises (due_at);
