-- expand
-- Texts that wait for a second pair of eyes (domain: knowledge): what stood there when it was asked for. `publish_at`: when it
-- is to come out once it is approved; null: at once. `returned_at`: it was sent back, with a word.
create table material_reviews (
  material_id bigint primary key references materials (id) on delete cascade,
  title text not null,
  content text not null,
  cover_id uuid,
  file_ids uuid[] not null,
  publish_at timestamptz,
  person_id bigint not null,
  wrote_id bigint,
  asked_at timestamptz not null,
  returned_at timestamptz,
  returned_by bigint,
  word text
);
create index material_reviews_person on material_reviews (person_id);
create index material_reviews_wrote on material_reviews (wrote_id) where wrote_id is not null;
create index material_reviews_returned_by on material_reviews (returned_by) where returned_by is not null;
-- step
alter table material_reviews
  add constraint material_reviews_person_id_fkey foreign key (person_id) references people,
  add constraint material_reviews_wrote_id_fkey foreign key (wrote_id) references people,
  add constraint material_reviews_returned_by_fkey foreign key (returned_by) references people;
