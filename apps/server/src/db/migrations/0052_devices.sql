-- expand
-- Things of a restaurant that break (domain: business/devices). `code` is what the sticker says: nobody can guess it. None is
-- deleted: tickets name it for as long as they are kept.
create table devices (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  restaurant_id bigint not null,
  code text not null unique,
  kind text not null,
  name text not null,
  model text not null,
  serial text not null,
  place text not null,
  photo_key text references stored_files (key),
  created_at timestamptz not null,
  archived_at timestamptz,
  find_text text generated always as (translate(lower(name || ' ' || model || ' ' || serial || ' ' || place),
    'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЎҚҒҲ', 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяўқғҳ')) stored,
  foreign key (business_id, restaurant_id) references restaurants (business_id, id)
);
create index devices_business on devices (business_id, name, id);
create index devices_restaurant on devices (restaurant_id, name, id);
create index devices_model on devices (business_id, kind, model, id);
create index devices_photo on devices (photo_key);
create index devices_find on devices using gin (find_text gin_trgm_ops);
-- step
-- Which device a ticket is about. Goes with its ticket: the release before removes old tickets without knowing of it.
create table device_tickets (
  ticket_id bigint primary key references tickets on delete cascade,
  device_id bigint not null references devices
);
create index device_tickets_device on device_tickets (device_id, ticket_id);
