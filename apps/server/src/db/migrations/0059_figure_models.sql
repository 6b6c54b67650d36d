-- expand
-- What a device is taken for in the sums of figures (domain: service): its kind and model when they were added up last. A job
-- moves the sums of one that is called something else by now.
create table figure_devices (
  device_id bigint primary key,
  business_id bigint not null,
  kind text not null,
  model text not null
);
create index figure_devices_business on figure_devices (business_id);
-- step
alter table figure_periods drop constraint figure_periods_side_check,
  add constraint figure_periods_side_check
    check (side in ('all', 'hour', 'restaurant', 'category', 'topic', 'agent', 'device', 'kind', 'model')) not valid;
-- step
alter table figure_periods validate constraint figure_periods_side_check;
-- step
-- Filled once more, with the sides of devices.
update figure_cursors set is_built = false;
