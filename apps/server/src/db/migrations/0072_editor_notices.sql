-- expand
-- What calls an editor (domain: tickets) is a material, where it is a ticket for an agent: one that waits for them as the second
-- editor (`review`), one of theirs that was decided (`reviewed`), materials that are to be read again (`due`). `word`: what is said
-- of it beside its title.
alter table signals
  alter column ticket_id drop not null,
  add column material_id bigint,
  add column word text,
  drop constraint signals_kind_check,
  add constraint signals_kind_check
    check (kind in ('wrote', 'given', 'mention', 'nobodys', 'review', 'reviewed', 'due')) not valid,
  add constraint signals_about_check check ((ticket_id is null) <> (material_id is null)) not valid;
-- step
alter table signals
  validate constraint signals_kind_check,
  validate constraint signals_about_check;
-- step
alter table signals
  add constraint signals_material_id_fkey foreign key (material_id) references materials on delete cascade not valid;
-- step
alter table signals validate constraint signals_material_id_fkey;
-- step: concurrently
create unique index concurrently if not exists signals_material on signals (material_id, session_id, kind)
  where material_id is not null;
-- step
-- The day of re-check (domain: knowledge) that somebody was already told of.
alter table material_care add column told_of date;
create index material_care_untold on material_care (check_on) where check_on is not null and told_of is distinct from check_on;
