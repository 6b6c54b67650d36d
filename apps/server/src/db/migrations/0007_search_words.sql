-- what people ask when they need a material, in their own words: for the search only
alter table materials add column also_asked text[] not null default '{}';

-- groups of the thesaurus that a business has switched off
create table thesaurus_off (
  business_id bigint not null references businesses,
  group_id text not null,
  primary key (business_id, group_id)
);
