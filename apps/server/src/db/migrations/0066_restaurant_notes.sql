-- expand
-- What agents tell one another of a restaurant (domain: service/health).
create table restaurant_notes (
  restaurant_id bigint primary key references restaurants (id),
  text text not null,
  version int not null,
  changed_by bigint not null references people (id),
  changed_at timestamptz not null
);
