-- expand
-- A link that a manager made opens only while its person has nothing beyond the manager's restaurants; null: an admin's link.
alter table invitations add column restaurant_ids bigint[];
