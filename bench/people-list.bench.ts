import { createHash } from 'node:crypto'
import { listPeople } from '@podmoga/contract/desk/people'
import { openWorld, type TestWorld } from '@podmoga/server/testing'
import { type Bench, say } from './bench.ts'
import { quantile, show } from './lib/numbers.ts'
import { table } from './report.ts'

const SMALL = 500
const LARGE = 50_000
/** People in one restaurant: a network grows by restaurants, not by people in each. */
const CREW = 50
const WARM_UP = 30
const TURNS = 300
const PAGE = '20'
/** Page size for queries with all filters, which match few people even in the large base. */
const FEW = '3'

const NAMES = ['Азиз', 'Дилшод', 'Гульнора', 'Малика', 'Нодира', 'Рустам', 'Тимур', 'Шахзод']

/** The restaurants, one more where a tenth of all people also work, and the email of a manager of one restaurant. */
interface Filled {
  restaurants: string[]
  store: string
  manager: string
}

/** Generates a network with this many people in SQL: every restaurant has people of each role and state. */
const fill = async ({ sql }: TestWorld, count: number): Promise<Filled> => {
  const size = count / CREW
  const rows = await sql<{ id: string }[]>`
    insert into restaurants (business_id, name) select 1, 'Ресторан ' || n from generate_series(0, ${size}::int) n
    returning id`
  const restaurants = rows.map(({ id }) => id)
  const store = restaurants.pop() ?? ''
  const place = sql`(n / ${size}::int)`
  await sql`
    insert into people (business_id, first_name, last_name, email, phone, joined_at, disabled_at)
    select 1, (${NAMES}::text[])[1 + (n + ${place}) % ${NAMES.length}::int], 'Фамилия' || md5(n::text),
      'p' || n || '@bench.test', '+99890' || lpad(n::text, 7, '0'),
      case when ${place} % 10 <> 3 then now() end, case when ${place} % 10 = 7 then now() end
    from generate_series(1, ${count}::int) n`
  const made = sql`(select id, substr(phone, 7)::int as n from people where email like 'p%@bench.test')`
  await sql`
    insert into memberships (person_id, restaurant_id, role)
    select id, (${restaurants}::bigint[])[1 + n % ${size}::int],
      case when ${place} % 20 = 1 then 'manager' else 'staff' end from ${made} p
    union all select id, ${store}::bigint, 'staff' from ${made} p where ${place} % 10 = 5`
  await sql`
    insert into desk_members (person_id, business_id, role) select id, 1, 'agent' from ${made} p where ${place} % 20 = 2`
  await sql.unsafe('vacuum analyze')
  return { restaurants, store, manager: `p${size + 1}@bench.test` }
}

/** Sends one request to the whole server and parses the answer. Returns milliseconds. */
type Ask = () => Promise<number>

const asksOf = async (
  world: TestWorld,
  { restaurants, store, manager }: Filled,
): Promise<Record<string, Ask>> => {
  const call = world.as({ token: await world.signIn('admin@demo.test', 'Demo-admin-1') })
  await world.sql`update people set password_hash = (select password_hash from people where email = 'aziza@demo.test')
    where email = ${manager}`
  const asManager = world.as({ token: await world.signIn(manager, 'Demo-pass-1') })
  let after: string | undefined
  const timed = async (query: Record<string, string>, by = call): Promise<number> => {
    const began = performance.now()
    const { next } = await by(listPeople, { query: { page_size: PAGE, ...query } })
    after = next ?? undefined
    return performance.now() - began
  }
  let i = 0
  const next = (): number => {
    i += 1
    return i
  }
  const anyOf = (all: readonly string[]): string => all[next() % all.length] ?? ''
  const surname = (n: number): string => `Фамилия${createHash('md5').update(String(n)).digest('hex')}`
  return {
    'первая страница': () => timed({}),
    'следующая страница': () => timed(after === undefined ? {} : { after }),
    'по телефону': () => timed({ search: `90${String(1 + (next() % SMALL)).padStart(7, '0')}` }),
    'по почте': () => timed({ search: `p${1 + (next() % SMALL)}@bench.test` }),
    'по фамилии': () => timed({ search: surname(1 + (next() % SMALL)) }),
    'по имени, частому': () => timed({ search: anyOf(NAMES) }),
    'один ресторан': () => timed({ restaurant: anyOf(restaurants) }),
    'ресторан, где десятая часть людей': () => timed({ restaurant: store }),
    управляющие: () => timed({ role: 'manager' }),
    агенты: () => timed({ role: 'agent' }),
    приглашённые: () => timed({ state: 'invited' }),
    'сотрудники, отключённые': () => timed({ role: 'staff', state: 'disabled' }),
    'ресторан, роль, состояние': () =>
      timed({ restaurant: anyOf(restaurants), role: 'staff', state: 'invited', page_size: FEW }),
    'ресторан, роль, состояние, имя': () =>
      timed({
        restaurant: anyOf(restaurants),
        role: 'staff',
        state: 'active',
        search: anyOf(NAMES),
        page_size: FEW,
      }),
    'спрашивает управляющий': () => timed({}, asManager),
  }
}

/** Compares the list of people in a business of 500 and in one of 50,000, alternating. */
export const peopleList: Bench = {
  name: 'people-list',
  title: 'Список сотрудников: 50 000 человек рядом с 500',
  run: async () => {
    const worlds: TestWorld[] = []
    try {
      const asks = []
      for (const count of [SMALL, LARGE]) {
        say(`${show(count)} человек…`)
        const world = await openWorld({ SEED: 'demo', RATE_LIMITS: 'off', REQUESTS_PER_MINUTE: '1000000' })
        worlds.push(world)
        asks.push(await asksOf(world, await fill(world, count)))
      }
      const rows: string[][] = []
      for (const name of Object.keys(asks[0] ?? {})) {
        say(name)
        const taken: [number[], number[]] = [[], []]
        for (let i = 0; i < WARM_UP + TURNS; i += 1)
          for (const [at, ask] of asks.entries()) {
            const ms = await ask[name]?.()
            if (i >= WARM_UP && ms !== undefined) taken[at]?.push(ms)
          }
        const [small, large] = taken.map((all) => ({ p50: quantile(all, 0.5), p95: quantile(all, 0.95) }))
        if (small === undefined || large === undefined) continue
        rows.push([
          name,
          `${show(small.p50, 1)} / ${show(small.p95, 1)}`,
          `${show(large.p50, 1)} / ${show(large.p95, 1)}`,
          `**${show(large.p95 / small.p95, 2)}**`,
        ])
      }
      const head = ['Вопрос', '500: p50 / p95, мс', '50 000: p50 / p95, мс', 'p95 : p95']
      return `${table(head, rows)}\n\nПо ${show(TURNS)} вопросов, базы по очереди. Цель: p95 : p95 ≤ 1,5.`
    } finally {
      for (const world of worlds) await world.close()
    }
  },
}
