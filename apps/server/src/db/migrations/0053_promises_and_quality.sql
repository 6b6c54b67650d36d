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
-- step
-- Closed tickets that somebody of support looks at again (domain: service/quality). `answers`: one of 0, 1, 2 for each question.
create table quality_reviews (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  ticket_id bigint not null unique references tickets (id) on delete cascade,
  week date not null,
  reason text not null check (reason in ('sample', 'bad')),
  reviewer_id bigint,
  reviewed_at timestamptz,
  answers smallint[],
  note text,
  check ((reviewed_at is null) = (answers is null))
);
create index quality_reviews_waiting on quality_reviews (business_id, id) where reviewed_at is null;
create index quality_reviews_reviewer on quality_reviews (reviewer_id, id) where reviewer_id is not null;
create index quality_reviews_done on quality_reviews (business_id, reviewed_at) where reviewed_at is not null;
-- step
alter table quality_reviews add foreign key (business_id) references businesses (id);
-- step
alter table quality_reviews add foreign key (reviewer_id) references people (id);
-- step
-- Weeks of which a sample was drawn, whatever it came to.
create table quality_draws (
  business_id bigint not null references businesses (id),
  week date not null,
  primary key (business_id, week)
);
