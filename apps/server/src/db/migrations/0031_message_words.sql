-- What a message is found by is kept beside it: whoever searches parses no text. The indexes over the text itself go.

drop index messages_words;
drop index messages_letters;

-- What joins words and is none; taken out by hand, because the parser reads «и/или» as a path and «a@b» as an address
create function search_words(said text) returns tsvector language sql immutable strict parallel safe
  return strip(to_tsvector('russian', regexp_replace(search_fold(said),
    '[\x01-/:-@[-`{-\u00bf\u2000-\u2bff\u3000-\u303f\ufe00-\ufe0f\U0001f000-\U0001faff]+', ' ', 'g')));

-- Nothing of it changes while a message lives, but its files: merging stays within a restaurant
create table message_words (
  message_id bigint primary key references messages on delete cascade,
  words tsvector not null,
  -- what narrows a search: b business, r restaurant, a author, c a customer's, f with a file, e and E its place in time
  marks text[] not null
);
-- Written at once: a list of what is still to be put in would be read by every search
create index message_words_find on message_words using gin (words, marks) with (fastupdate = off);

-- Words that a slip of the finger may have meant. Not unique: two who write the same new word must not wait for each other
create table search_vocabulary (
  business_id bigint not null references businesses,
  word text not null
);
create index search_vocabulary_word on search_vocabulary (business_id, word collate "C");
-- Trigrams know no letters beyond ASCII where the database's locale does not; any letters will do that differ as much
create function search_letters(word text) returns text language sql immutable strict parallel safe
  return translate(word, 'абвгдежзийклмнопрстуфхцчшщъыьэюяўқғҳ', 'abvgdejziyklmnoprstufhc4wq123567890x');
create index search_vocabulary_letters on search_vocabulary using gin (search_letters(word) gin_trgm_ops)
  with (fastupdate = off);

-- Messages that were there before: this one and those before it are still to be read, the newest first; no row when none are
create table message_words_fill (last_id bigint not null);

create function add_message_words(ids bigint[]) returns void language sql as $$
  with found as (
    insert into message_words as w (message_id, words, marks)
    select m.id, search_words(m.text), array['b' || t.business_id, 'r' || t.restaurant_id, 'a' || m.author_id,
        'e' || (m.id >> 14), 'E' || (m.id >> 18)]
      || case when m.from_support then '{}' else array['c'] end
      || case when exists (select from attachments where message_id = m.id) then array['f'] else '{}' end
    from messages m join tickets t on t.id = m.ticket_id
    where m.id = any(ids)
    on conflict (message_id) do update set words = excluded.words, marks = excluded.marks
    returning message_id, words
  )
  insert into search_vocabulary (business_id, word)
  select distinct t.business_id, said
  from found join messages m on m.id = found.message_id join tickets t on t.id = m.ticket_id,
    unnest(tsvector_to_array(found.words)) said
  where said ~ '^[^0-9]{3,40}$'
    and not exists (select from search_vocabulary v where v.business_id = t.business_id and v.word collate "C" = said)
$$;

create function read_new_messages() returns trigger language plpgsql as $$
begin
  perform add_message_words((select array_agg(id) from added));
  return null;
end $$;
create trigger read_new_messages after insert on messages
  referencing new table as added for each statement execute function read_new_messages();

create function read_changed_message() returns trigger language plpgsql as $$
begin
  perform add_message_words(array[new.id]);
  return null;
end $$;
create trigger read_changed_message after update of text on messages for each row
  when (old.text <> new.text) execute function read_changed_message();

create function mark_message_files() returns trigger language plpgsql as $$
begin
  update message_words set marks = marks || array['f']
  where message_id in (select message_id from changed) and not 'f' = any(marks);
  return null;
end $$;
create trigger mark_new_files after insert on attachments
  referencing new table as changed for each statement execute function mark_message_files();

create function unmark_message_files() returns trigger language plpgsql as $$
begin
  update message_words w set marks = array_remove(marks, 'f')
  where message_id in (select message_id from changed)
    and not exists (select from attachments a where a.message_id = w.message_id);
  return null;
end $$;
create trigger unmark_gone_files after delete on attachments
  referencing old table as changed for each statement execute function unmark_message_files();

insert into message_words_fill select max(id) from messages having max(id) is not null;
