-- expand
-- Headings of a file of people whose columns are not read: told for as long as the import is there (domain: business).
alter table people_imports add column ignored_columns text[] not null default '{}';
