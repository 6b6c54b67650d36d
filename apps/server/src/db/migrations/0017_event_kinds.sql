-- every stored event names its kind, one of the contract's; what a kind tells of its own accord stands beside it
alter table ticket_events add column kind text not null default 'ticket', add column data jsonb;
update ticket_events set kind = 'message' where message_id is not null;
