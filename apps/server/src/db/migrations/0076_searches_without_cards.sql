-- expand
-- Searches that found nothing were kept as typed, a card's number too (domain: knowledge). Such rows go: those with 13 to 19
-- digits in a row, however grouped, that begin as cards do and have a valid check digit. What is typed from now on is cut
-- before it is kept.
-- step: portions
delete from knowledge_gaps where id in (
  select id from knowledge_gaps
  where kind = 'search' and exists (
    select from regexp_matches(query, '[0-9](?:[^0-9[:alpha:]]{0,3}[0-9]){12,}', 'g') as run,
      lateral (select regexp_replace(run[1], '[^0-9]', '', 'g')) as number (digits),
      generate_series(1, length(digits) - 12) as start,
      generate_series(13, least(19, length(digits) - start + 1)) as size,
      lateral (select substr(digits, start, size)) as window_of (card)
    where card ~ '^(4(.{12}|.{15}|.{18})|3.{13,18}|(2[2-7]|5|6|8[126]|9[1478]).{14,17})$' and (
      select sum(case when at % 2 = 1 then digit when digit > 4 then digit * 2 - 9 else digit * 2 end) % 10 = 0
      from (select at, substr(reverse(card), at, 1)::int as digit from generate_series(1, size) as at) as each
    )
  )
  limit 1000
);
