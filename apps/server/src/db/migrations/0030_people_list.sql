-- The list of people is a range of an index whatever it is narrowed by: a place (in a restaurant, at the desk) carries
-- what its person is sorted and narrowed by, and the person's own row is where that comes from.
alter table people add column state text not null generated always as (
  case when disabled_at is not null then 'disabled' when joined_at is null then 'invited' else 'active' end) stored;
create index people_states on people (business_id, state, sort_name collate "C", id);
-- Somebody is looked up by the number as they say it, without the country's code.
create index people_phone_end on people (reverse(phone) collate "C");

alter table memberships add column business_id bigint, add column state text, add column sort_name text;
update memberships m set business_id = p.business_id, state = p.state, sort_name = p.sort_name
  from people p where p.id = m.person_id;
alter table memberships alter column business_id set not null, alter column state set not null,
  alter column sort_name set not null;
create index memberships_people on memberships (restaurant_id, role, state, sort_name collate "C", person_id);
create index memberships_roles on memberships (business_id, role, state, sort_name collate "C", person_id);
drop index memberships_restaurant;

alter table desk_members add column state text, add column sort_name text;
update desk_members d set state = p.state, sort_name = p.sort_name from people p where p.id = d.person_id;
alter table desk_members alter column state set not null, alter column sort_name set not null;
create index desk_members_roles on desk_members (business_id, role, state, sort_name collate "C", person_id);
drop index desk_members_business;

create function take_person() returns trigger language plpgsql as $$
declare person people;
begin
  -- Shared, so that nobody renames them between this row and its commit.
  select * into person from people where id = new.person_id for share;
  new.state := person.state;
  new.sort_name := person.sort_name;
  if tg_table_name = 'memberships' then new.business_id := person.business_id; end if;
  return new;
end $$;
create trigger take_person before insert on memberships for each row execute function take_person();
create trigger take_person before insert on desk_members for each row execute function take_person();

create function give_person() returns trigger language plpgsql as $$
begin
  update memberships set state = new.state, sort_name = new.sort_name where person_id = new.id;
  update desk_members set state = new.state, sort_name = new.sort_name where person_id = new.id;
  return null;
end $$;
create trigger give_person after update on people for each row
  when (old.state <> new.state or old.sort_name <> new.sort_name) execute function give_person();
