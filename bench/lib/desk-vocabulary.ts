import { openSql } from '@podmoga/sql/sql'
import { fillMessageWords } from '../../apps/server/src/tickets/search/fill.ts'
import { say } from '../bench.ts'
import type { DeskBase } from '../desk-base.ts'
import { cooksOf, writeFor } from './desk-writers.ts'
import { median, quantile, show } from './numbers.ts'

const WORDS = 300_000
const FILLED = 10_000
const SLICE_MS = 2500

const SYLLABLES =
  'ка ре но ва ли то мо ста при пере за под ход ни ра ло ве ме ди со бу ши жа чер гла пор тер ми нал кас чек зак на кла сме стол гос кух блю пит вы до про раз из дел раб вод лов ков'

/** Runs `work` on the base with many additional words, as years of typos, names and dishes make; then removes them. */
export const withManyWords = async (base: DeskBase, work: () => Promise<void>): Promise<string> => {
  await base.sql.unsafe(`drop table if exists bench_words; create unlogged table bench_words as
    select distinct (
      select string_agg(part[1 + (hashint8extended(i * 7 + n, 3) & 9223372036854775807) % cardinality(part)], '' order by n)
      from string_to_array('${SYLLABLES}', ' ') part, generate_series(1, 2 + (i % 4)::integer) n
    ) || (array['', 'н', 'к', 'ств', 'ик', 'ач'])[1 + i % 6] as word
    from generate_series(1, ${2 * WORDS}::bigint) i`)
  // Rebuilding the indexes afterwards takes only seconds.
  const indexes = await base.sql<{ name: string; def: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as def from pg_index
    where indrelid = 'search_vocabulary'::regclass`
  for (const { name } of indexes) await base.sql.unsafe(`drop index ${name}`)
  const [added] = await base.sql<{ words: number }[]>`with added as (
    insert into search_vocabulary
    select 1, word from (
      select word from bench_words where length(word) between 3 and 40 except select word from search_vocabulary
    ) fresh order by hashtext(word) limit ${WORDS} returning 1
  ) select count(*)::integer as words from added`
  for (const { def } of indexes) await base.sql.unsafe(def)
  try {
    await base.sql`vacuum analyze search_vocabulary`
    say(`слов в словаре прибавилось: ${show(added?.words ?? 0)}`)
    await work()
  } finally {
    await base.sql`delete from search_vocabulary where word in (select word from bench_words)`
    await base.sql`drop table bench_words`
    await base.sql`reindex table search_vocabulary`
  }
  return show(added?.words ?? 0)
}

/** Measures how fast older messages are indexed, and how much that slows down concurrent writers. */
export const measureFilling = async (base: DeskBase): Promise<string> => {
  const cooks = (await cooksOf(base)).slice(0, 8)
  const text = () => 'Касса не печатает чек'
  const alone = await writeFor(cooks, SLICE_MS, text)
  await base.sql`delete from message_words where message_id <= ${FILLED}`
  await base.sql`insert into message_words_fill values (${FILLED})`
  const sql = openSql(base.connection, 2)
  const log = { info: () => undefined } as never
  const beside: number[] = []
  let isFilling = true
  const began = performance.now()
  let took = 0
  try {
    const filling = fillMessageWords({ sql, log }).finally(() => {
      took = performance.now() - began
      isFilling = false
    })
    const writing = async () => {
      while (isFilling) beside.push(...(await writeFor(cooks, 500, text)).ms)
    }
    await Promise.all([filling, writing()])
  } finally {
    await sql.end()
  }
  const rate = FILLED / (took / 1000)
  const hours = (base.tickets * 2) / rate / 3600
  say(`прежних сообщений в секунду: ${show(rate)}`)
  return `Прежние сообщения при живой базе (восемь сотрудников пишут без перерыва): ${show(rate)} в секунду, то есть ${show(base.tickets * 2)} — за ${show(hours, 1)} ч, новые находятся сразу. Ответ рядом с этим: p50 ${show(median(beside), 1)} мс, p95 ${show(quantile(beside, 0.95), 1)} мс; без этого ${show(median(alone.ms), 1)} и ${show(quantile(alone.ms, 0.95), 1)} мс.`
}
