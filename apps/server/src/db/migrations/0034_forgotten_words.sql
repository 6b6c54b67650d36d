-- Words that old tickets took with them wait here until it is sure that nobody says them any more (see forgetWords)
create table search_forgetting (
  business_id bigint not null references businesses,
  word text not null
);
create index search_forgetting_word on search_forgetting (business_id, word collate "C");

-- While a message is being written no word is forgotten: whether a word is known and what says it are seen together.
-- The message is read once for both tables, by a plan that is kept; each word is asked of the vocabulary's index,
-- which a join of the two would rather read whole
create or replace function add_message_words(ids bigint[]) returns void language sql
set plan_cache_mode = force_generic_plan as $$
  select pg_advisory_xact_lock_shared(hashtextextended('search vocabulary', 0));
  with said as materialized (
    select m.id, t.business_id, search_words(m.text) as words,
      array['b' || t.business_id, 'r' || t.restaurant_id, 'a' || m.author_id, 'e' || (m.id >> 14), 'E' || (m.id >> 18)]
      || case when m.from_support then '{}' else array['c'] end
      || case when exists (select from attachments where message_id = m.id) then array['f'] else '{}' end as marks
    from messages m join tickets t on t.id = m.ticket_id
    where m.id = any(ids)
  ), kept as (
    insert into message_words as w (message_id, words, marks) select id, words, marks from said
    on conflict (message_id) do update set words = excluded.words, marks = excluded.marks
  )
  insert into search_vocabulary (business_id, word)
  select distinct said.business_id, each.word
  from said, unnest(tsvector_to_array(said.words)) as each (word)
  where each.word ~ '^[^0-9]{3,40}$'
    and (select true from search_vocabulary v
      where v.business_id = said.business_id and v.word collate "C" = each.word limit 1) is null
$$;
