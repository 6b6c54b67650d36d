-- expand
-- Where a restaurant is, under which name it sells, and the groups its business makes of restaurants
-- (domain: business/restaurants).
alter table restaurants add column city text, add column chain text, add column groups text[] not null default '{}';
-- step: concurrently
-- The list by name, numbers in their own order: restaurants/list.sql.ts asks by the same expression.
create index concurrently if not exists restaurants_list on restaurants (
  business_id, (archived_at is not null),
  (regexp_replace(regexp_replace(translate(lower(name),
    'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЎҚҒҲё', 'абвгдеежзийклмнопрстуфхцчшщъыьэюяўқғҳе'),
    '(\d+)', '00000000\1', 'g'), '\d*(\d{8})', '\1', 'g')) collate "C", id);
