-- expand
-- What the tickets of an incident were answered together, as it was written: for the report, where no name belongs
-- (domain: incidents).
alter table incident_tickets add column answer text;
