import { listPeople } from '@podmoga/contract/desk/people'
import { openWorld, type TestWorld } from '@podmoga/server/testing'
import { type Bench, say } from './bench.ts'
import { quantile, show } from './numbers.ts'
import { table } from './report.ts'

const SMALL = 500
const LARGE = 50_000
const RESTAURANTS = 100
const WARM_UP = 30
const TURNS = 300
const PAGE = '50'

const NAMES = ['Азиз', 'Дилшод', 'Гульнора', 'Малика', 'Нодира', 'Рустам', 'Тимур', 'Шахзод']

/** A network of a hundred restaurants with so many people, made by the database itself. */
const fill = async ({ sql }: TestWorld, count: number): Promise<void> => {
  await sql`insert into restaurants (business_id, name) select 1, 'Ресторан ' || n from generate_series(1, ${RESTAURANTS}::int) n`
  await sql`
    insert into people (business_id, first_name, last_name, email, phone, joined_at)
    select 1, (${NAMES}::text[])[1 + n % ${NAMES.length}::int], 'Фамилия' || md5(n::text), 'p' || n || '@bench.test',
      '+99890' || lpad(n::text, 7, '0'), case when n % 10 > 0 then now() end
    from generate_series(1, ${count}::int) n`
  await sql`
    insert into memberships (person_id, restaurant_id)
    select p.id, r.id from people p
    join (select id, row_number() over (order by id) as place from restaurants) r
      on r.place = 1 + p.id % ${RESTAURANTS}::int
    on conflict do nothing`
  await sql.unsafe('vacuum analyze')
}

/** Milliseconds of one question to the whole server, its answer parsed. */
type Ask = () => Promise<number>

const asksOf = async (world: TestWorld): Promise<Record<string, Ask>> => {
  const call = world.as({ token: await world.signIn('admin@demo.test', 'Demo-admin-1') })
  let after: string | undefined
  const timed = async (query: Record<string, string>): Promise<number> => {
    const began = performance.now()
    const { next } = await call(listPeople, { query: { page_size: PAGE, ...query } })
    after = next ?? undefined
    return performance.now() - began
  }
  let turn = 0
  const next = (): number => {
    turn += 1
    return turn
  }
  return {
    'первая страница': () => timed({}),
    'следующая страница': () => timed(after === undefined ? {} : { after }),
    'по телефону': () => timed({ search: `90${String(1 + (next() % SMALL)).padStart(7, '0')}` }),
    'по почте': () => timed({ search: `p${1 + (next() % SMALL)}@bench.test` }),
    'один ресторан': () => timed({ restaurant: String(1 + (next() % RESTAURANTS)) }),
  }
}

/** The list of people in a business of 500 and in one of 50,000, in turns. */
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
        await fill(world, count)
        asks.push(await asksOf(world))
      }
      const rows: string[][] = []
      for (const name of Object.keys(asks[0] ?? {})) {
        say(name)
        const taken: [number[], number[]] = [[], []]
        for (let turn = 0; turn < WARM_UP + TURNS; turn += 1)
          for (const [at, ask] of asks.entries()) {
            const ms = await ask[name]?.()
            if (turn >= WARM_UP && ms !== undefined) taken[at]?.push(ms)
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
