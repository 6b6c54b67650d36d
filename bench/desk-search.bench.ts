import { listSimilar } from '@podmoga/contract/desk/relations'
import { searchTickets } from '@podmoga/contract/desk/search'
import { Refusal } from '@podmoga/contract/refusals'
import { listTickets } from '@podmoga/contract/tickets'
import type { Sql } from '@podmoga/sql/sql'
import { type Bench, say } from './bench.ts'
import { type DeskBase, enter, withDesks } from './desk-base.ts'
import { DESK } from './desk-data.ts'
import { measureFilling, withManyWords } from './lib/desk-vocabulary.ts'
import { type Cook, cooksOf, moveHalf, writeFor } from './lib/desk-writers.ts'
import { median, quantile, show } from './lib/numbers.ts'
import { table } from './report.ts'

const EACH = 25
const WARM_UP = 30
const SLICE_MS = 2500
const ROUNDS = 3
const GOAL_MS = 150
const STAFF = 'поиск сотрудника по своим тикетам'
/** Queries that restaurants also have: they have no filters. */
const OWN = [
  'частое слово',
  'слово из сообщения',
  'два слова',
  'три слова',
  'слово и число',
  'опечатка',
  'номер тикета',
]

interface Asked {
  kind: string
  q: string
  page?: string
}

/** Words taken from messages (trade vocabulary): the most frequent and the rarest, alone and combined. */
const soughtOf = (texts: readonly string[]): Asked[] => {
  const some = texts.map((text, at) => {
    const words = text.match(/[а-яё]{4,}/gi) ?? ['касса']
    const one = words[(at * 7) % words.length] ?? 'касса'
    const other = words[(at * 3 + 1) % words.length] ?? 'чек'
    return { at, one, other, third: words.at(-1) ?? 'чек', number: text.match(/\d+$/)?.[0] ?? '1' }
  })
  const slip = (word: string, at: number) =>
    at % 2 === 0
      ? `${word.slice(0, 2)}${word.slice(3)}`
      : `${word.slice(0, 2)}${word[3] ?? ''}${word[2] ?? ''}${word.slice(4)}`
  const COMMON = [
    'касса',
    'чек',
    'терминал',
    'накладная',
    'заказ',
    'смена',
    'принтер',
    'меню',
    'гость',
    'стол',
  ]
  const kinds: [string, (row: (typeof some)[number]) => string][] = [
    ['частое слово', ({ at }) => COMMON[at % COMMON.length] ?? ''],
    ['слово из сообщения', ({ one }) => one],
    ['два слова', ({ one, other }) => `${one} ${other}`],
    ['три слова', ({ one, other, third }) => `${one} ${other} ${third}`],
    ['слово и число', ({ number }) => `чек ${number}`],
    ['опечатка', ({ one, at }) => slip(one.length > 4 ? one : 'накладная', at)],
    ['слово и опечатка', ({ at, one, other }) => `${other} ${slip(one, at)}`],
    ['номер тикета', ({ at }) => String(1000 + at * 397)],
    ['клиент', ({ at }) => `Ресторана${1 + ((at * 13) % DESK.restaurants)}`],
    ['название ресторана', ({ at }) => `Ресторан ${1 + ((at * 17) % DESK.restaurants)}`],
    ['ресторан: и слово', ({ at, one }) => `ресторан:"Ресторан ${1 + ((at * 7) % DESK.restaurants)}" ${one}`],
    ['от: и слово', ({ at, one }) => `от:"Номер${1 + (at % DESK.agents)}" ${one}`],
    ['файл:есть и слово', ({ one }) => `файл:есть ${one}`],
    ['ничего', ({ at, one }) => (at % 2 === 0 ? `щука${at}ъ` : `${one} абракадабрский`)],
  ]
  const all = kinds.flatMap(([kind, q]) => some.map((row) => ({ kind, q: q(row) })))
  return [
    ...all,
    ...some.map(({ at }) => ({ kind: 'вторая страница', q: COMMON[at % COMMON.length] ?? '', page: '2' })),
  ]
}

/** Kinds that are measured again with a large vocabulary. */
const MANY = ', большой словарь'
const WITH_WORDS = ['слово из сообщения', 'два слова', 'опечатка', 'слово и опечатка', 'ничего'].map(
  (kind) => `${kind}${MANY}`,
)

const timed = async (work: () => Promise<unknown>): Promise<{ ms: number; isLate: boolean }> => {
  const began = performance.now()
  let isLate = false
  await work().catch((error: unknown) => {
    // A search that exceeds the database's time limit is answered 503.
    if (!(error instanceof Refusal && error.code === 'unavailable')) throw error
    isLate = true
  })
  return { ms: performance.now() - began, isLate }
}

const range = (ms: readonly number[]): string[] => [
  show(median(ms), 1),
  show(quantile(ms, 0.95), 1),
  show(Math.max(...ms), 0),
]

type Agent = Awaited<ReturnType<typeof enter>>

/** Sends every query to the small base and then to the large one, so that other processes disturb both equally. */
const measureSearch = async (bases: readonly DeskBase[], agents: readonly Agent[]): Promise<string> => {
  const large = bases[1]
  if (large === undefined) throw new Error('two bases are needed')
  const texts = await large.sql<{ text: string }[]>`
    select text from messages where id % ${Math.floor((large.tickets * 2) / EACH)} = 7 and length(text) > 40
    order by id limit ${EACH}`
  const asked = soughtOf(texts.map(({ text }) => text))
  const took = bases.map(() => [] as { kind: string; ms: number; isLate: boolean }[])
  const ask = (at: number, { q, page = '1' }: Asked) =>
    timed(async () => agents[at]?.call(searchTickets, { query: { q, page, page_size: '20' } }))
  for (const one of asked.filter((_, at) => at % Math.floor(asked.length / WARM_UP) === 0))
    for (const at of bases.keys()) await ask(at, one)
  for (const one of asked)
    for (const at of bases.keys()) took[at]?.push({ kind: one.kind, ...(await ask(at, one)) })
  for (const [at, { tickets }] of bases.entries()) {
    for (let i = 0; i < 60; i++) {
      const ticketId = String(1 + Math.floor((tickets * ((i * 37) % 60)) / 60))
      const one = await timed(async () => agents[at]?.call(listSimilar, { params: { ticketId } }))
      took[at]?.push({ kind: 'похожие тикеты', ...one })
    }
  }
  const cooks = await Promise.all(bases.map(cooksOf))
  const own = asked.filter(({ kind }) => OWN.includes(kind))
  for (const [nth, { q }] of own.entries())
    for (const at of bases.keys()) {
      const cook = cooks[at]?.[nth % (cooks[at]?.length ?? 1)]
      const status = nth % 2 === 0 ? 'awaiting_response' : 'processed'
      const ms = await timed(async () => cook?.entered.call(listTickets, { query: { search: q, status } }))
      took[at]?.push({ kind: STAFF, ...ms })
    }
  const words = await withManyWords(large, async () => {
    for (const one of asked.filter(({ kind }) => WITH_WORDS.includes(`${kind}${MANY}`)))
      for (const at of bases.keys()) took[at]?.push({ kind: `${one.kind}${MANY}`, ...(await ask(at, one)) })
  })
  const kinds = [...new Set(took[0]?.map(({ kind }) => kind))]
  const line = (title: string, isOf: (kind: string) => boolean): string[] => {
    const [little, much] = took.map((all) => all.filter(({ kind }) => isOf(kind)))
    const late = much?.filter(({ isLate }) => isLate).length ?? 0
    const cells = [
      ...range(little?.map(({ ms }) => ms) ?? []).slice(0, 2),
      ...range(much?.map(({ ms }) => ms) ?? []),
      late === 0 ? '—' : show(late),
    ]
    say(`${title}: ${cells.join(' / ')}`)
    return [title, ...cells]
  }
  const isSearch = (kind: string) => kind !== 'похожие тикеты' && kind !== STAFF && !WITH_WORDS.includes(kind)
  const sizes = bases.map(({ tickets }) => show(tickets))
  return `${table(
    [
      'Поиск',
      `${sizes[0]}: p50, мс`,
      'p95, мс',
      `${sizes[1]}: p50, мс`,
      'p95, мс',
      'худший, мс',
      'не успел (503)',
    ],
    [...kinds.map((kind) => line(kind, (own) => own === kind)), line('**весь поиск**', isSearch)],
  )}

По ${EACH} вопросов каждого вида (всего ${asked.length}), похожих — 60 тикетов отовсюду; каждый вопрос сначала меньшей базе, потом большей, ответ целиком по HTTP. «Большой словарь» — те же вопросы, когда у большей базы в словаре ещё ${words} слов. Цель: p95 ≤ ${GOAL_MS} мс.`
}

type Variant = [title: string, prepare: (sql: Sql) => Promise<unknown>]

const NOW: Variant = [
  'как сейчас',
  (sql) =>
    sql.unsafe(`drop index if exists bench_words; drop index if exists bench_letters;
      alter table messages enable trigger read_new_messages`),
]
const NOTHING: Variant = [
  'без поиска',
  (sql) =>
    sql.unsafe(`drop index if exists bench_words; drop index if exists bench_letters;
      alter table messages disable trigger read_new_messages`),
]
const BEFORE: Variant = [
  'индексы по тексту, как прежде',
  (sql) =>
    sql.unsafe(`alter table messages disable trigger read_new_messages;
      create index bench_words on messages using gin (to_tsvector('russian', search_fold(text)));
      create index bench_letters on messages using gin (search_fold(text) gin_trgm_ops)`),
]

/** Measures the cost of a reply: the variants alternate, each writer writes a different text each time. */
const measureWriting = async (base: DeskBase, variants: readonly Variant[]): Promise<string[][]> => {
  const cooks = (await cooksOf(base)).slice(0, 8)
  const texts = await base.sql<{ text: string }[]>`select text from messages order by id limit 500`
  let i = 0
  const text = () => `${texts[i++ % texts.length]?.text} ${i}`
  const all = new Map(variants.map(([title]) => [title, { one: [] as number[], rate: [] as number[] }]))
  for (let round = 0; round < ROUNDS; round++)
    for (const [title, prepare] of variants) {
      await prepare(base.sql)
      await writeFor(cooks, 300, text)
      all.get(title)?.one.push(...(await writeFor(cooks.slice(0, 1), SLICE_MS, text)).ms)
      all.get(title)?.rate.push((await writeFor(cooks, SLICE_MS, text)).rate)
    }
  await NOW[1](base.sql)
  // Indexes the messages written while the trigger was off.
  await base.sql`
    select add_message_words(array_agg(id)) from messages m
    where not exists (select from message_words where message_id = m.id)`
  const bare = all.get(NOTHING[0])
  return variants.map(([title]) => {
    const { one = [], rate = [] } = all.get(title) ?? {}
    const ratio = median(one) / median(bare?.one ?? [])
    const cells = [show(median(one), 1), show(quantile(one, 0.95), 1), show(ratio, 2), show(median(rate))]
    say(`${show(base.tickets)}, ${title}: ${cells.join(' / ')}`)
    return [`${show(base.tickets)}: ${title}`, ...cells]
  })
}

/** Compares eight writers of one business and of two: the cost of ordering the events of a business. */
const measureOrder = async (base: DeskBase): Promise<string> => {
  const cooks: Cook[] = (await cooksOf(base)).slice(0, 8)
  const rates = { one: [] as number[], two: [] as number[] }
  for (let round = 0; round < ROUNDS * 2; round++) {
    rates.one.push((await writeFor(cooks, SLICE_MS, () => 'Касса не печатает чек')).rate)
    await moveHalf(base.sql, 2)
    try {
      rates.two.push((await writeFor(cooks, SLICE_MS, () => 'Касса не печатает чек')).rate)
    } finally {
      await moveHalf(base.sql, 1)
    }
  }
  const [one, two] = [median(rates.one), median(rates.two)]
  say(`один бизнес ${show(one)}, два ${show(two)} ответов в секунду`)
  return `Общий порядок событий бизнеса держит один замок, который берётся вместе с коммитом. Восемь писателей одного бизнеса: ${show(one)} ответов в секунду, те же восемь в двух бизнесах: ${show(two)} (в ${show(two / one, 2)} раза; по ${ROUNDS * 2} раз, вперемежку).`
}

/** Compares the search of a desk with a million tickets with a small one, and measures its cost for writers. */
export const deskSearch: Bench = {
  name: 'desk-search',
  title: 'Рабочее место: поиск при миллионе тикетов',
  run: (options) =>
    withDesks(options, [options.small, options.large], 1, async (bases) => {
      const agents = await Promise.all(bases.map(({ hosts }) => enter(hosts[0]?.hosted ?? '', DESK.login)))
      const found = await measureSearch(bases, agents)
      const [small, large] = bases
      if (small === undefined || large === undefined) throw new Error('two bases are needed')
      const written = [
        ...(await measureWriting(small, [NOTHING, NOW, BEFORE])),
        ...(await measureWriting(large, [NOTHING, NOW])),
      ]
      const filling = await measureFilling(large)
      const order = await measureOrder(small)
      return `${found}

${table(['Ответ сотрудника', 'один: p50, мс', 'p95, мс', 'к «без поиска»', '8 вместе, в секунду'], written)}

${filling}

${order}`
    }),
}
