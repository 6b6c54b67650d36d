-- What is left of a word when a letter of it is left out, and the word itself, also without doubled letters: two words that
-- are one slip of each other have one of these in common. Trigrams of a short word are those of thousands of others
create function search_slips(word text) returns text[] language sql immutable strict parallel safe as $$
  select array_agg(slip) from (
    select word union select regexp_replace(word, '(.)\1+', '\1', 'g')
    union select overlay(word placing '' from n for 1) from generate_series(1, length(word)) n) slips (slip)
$$;
create index search_vocabulary_slips on search_vocabulary using gin (search_slips(word)) with (fastupdate = off)
  where length(word) <= 16;
