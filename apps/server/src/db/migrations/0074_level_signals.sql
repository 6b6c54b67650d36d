-- expand
-- An agent is called of their own ticket that is due soon, and of one that is late (domain: tickets).
alter table signals
  drop constraint signals_kind_check,
  add constraint signals_kind_check
    check (kind in ('wrote', 'given', 'mention', 'nobodys', 'soon', 'late', 'review', 'reviewed', 'due')) not valid;
-- step
alter table signals validate constraint signals_kind_check;
