-- expand
-- What background jobs have done on each server, noted once a minute (floor: background).
create table job_runs (
  server_id uuid not null,
  job text not null,
  started_at timestamptz,
  ended_at timestamptz,
  failed_at timestamptz,
  failing_since timestamptz,
  failures integer not null,
  failure text,
  due_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (server_id, job)
);
