-- Rows referenced by the recorded statements. They have small ids, so that rows inserted by the statements get other ones.
insert into businesses (id, name) select n, 'Бизнес' from generate_series(1, 60) n;
insert into restaurants (id, business_id, name) select n, 1, 'Ресторан' from generate_series(1, 60) n;
insert into people (id, business_id, first_name, email) select n, 1, 'Имя', n || '@people.test' from generate_series(1, 60) n;
insert into memberships (person_id, restaurant_id) select n, 60 from generate_series(1, 60) n;
insert into desk_members (person_id, business_id, role) select n, 60, 'agent' from generate_series(1, 60) n;
insert into sections (id, business_id, name, position, slug) select n, 1, 'Раздел', n, 'own-' || n from generate_series(1, 60) n;
insert into subcategories (id, section_id, name, position, slug) select n, n, 'Подраздел', n, 'own-' || n from generate_series(1, 60) n;
insert into materials (id, business_id, subcategory_id, slug, position, title) select n, 1, n, 'own-' || n, n, 'Материал' from generate_series(1, 60) n;
insert into tickets (id, restaurant_id, business_id, number, author_id, category) select n, 1, 1, n, n, 'other' from generate_series(1, 60) n;
insert into messages (id, ticket_id, position, author_id, from_support, text, created_at) select n, n, n, n, false, 'Касса не открывается', now() from generate_series(1, 60) n;
insert into canned_replies (business_id, author_id, is_shared, title, text) select 1, n, false, 'Ответ', 'Ответ' from generate_series(1, 60) n;
insert into notes (ticket_id, author_id, text, created_at) select n, n, 'Заметка', now() from generate_series(1, 60) n;
insert into posters (business_id, restaurant_id, created_at, expires_at) select 1, n, now(), now() from generate_series(31, 60) n;
insert into handovers (restaurant_id, author_id, note, created_at) select n, n, 'Заметка', now() from generate_series(1, 60) n;
insert into knowledge_gaps (id, business_id, kind, query) select n, 1, 'search', 'слово ' || n from generate_series(1, 60) n;
insert into saved_views (business_id, author_id, is_shared, name, filters, position) select 1, n, false, 'Список', '{}', n from generate_series(1, 60) n;
insert into identity_providers (business_id, name, issuer, client_id, sealed, is_enabled, creates) select 1, 'Вход ' || n, 'https://id.test/' || n, 'x', '', true, false from generate_series(1, 60) n;
select setval(pg_get_serial_sequence(c.oid::regclass::text, attname), 1000)
  from pg_class c join pg_attribute on attrelid = c.oid where relkind = 'r' and attidentity <> '';
