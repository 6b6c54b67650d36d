-- expand
-- Groups of restaurants that stand for whoever is in them: of an incident (domain: incidents), of a group of agents and of the
-- targets of deadlines (domain: service), where a version keeps who was in them: [["Центр", ["1", "2"]], …].
alter table incidents add column restaurant_groups text[] not null default '{}';
-- step
alter table agent_groups add column restaurant_groups text[] not null default '{}';
-- step
alter table service_versions add column group_members jsonb;
