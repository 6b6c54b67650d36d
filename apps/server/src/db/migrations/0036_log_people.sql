-- Whose names a line of the log holds: somebody who was called otherwise then is forgotten there too.
alter table ticket_log
  add before_id bigint references people (id),
  add after_id bigint references people (id);
