-- Every word of every message is found, in its other forms and with a slip of the finger.

-- letters beyond ASCII by hand, because not every database knows their case; ё is е, as people type it
create function search_fold(words text) returns text language sql immutable strict parallel safe
  return translate(lower(words),
    'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЎҚҒҲё', 'абвгдеежзийклмнопрстуфхцчшщъыьэюяўқғҳе');
create index messages_words on messages using gin (to_tsvector('russian', search_fold(text)));
create index messages_letters on messages using gin (search_fold(text) gin_trgm_ops);
