-- expand
-- Who wants the letter of figures (domain: service): a row is a yes. `sent_week`: the Monday of the last letter, or of the week
-- in which it was asked for.
create table figure_letters (
  person_id bigint not null,
  business_id bigint not null references businesses (id),
  sent_week date not null,
  primary key (person_id, business_id)
);
create index figure_letters_business on figure_letters (business_id);
-- step
alter table figure_letters add foreign key (person_id) references people (id);
