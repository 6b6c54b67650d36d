import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from '@podmoga/sql/sql'
import { ROOT } from '../../app-process.ts'
import { type Bench, say } from '../../bench.ts'
import { cleanReport } from '../../crash.bench.ts'
import { judge, type Shown } from '../../lib/crash-verify.ts'
import { CUSTOMERS, type Ledger, write } from '../../lib/crash-writers.ts'
import { show } from '../../lib/numbers.ts'
import { table } from '../../report.ts'
import { listen, longestGap, openPage, read } from './people.ts'
import { startTwoCells, type TwoCells } from './two-cells.ts'

const WRITERS = 4
/** Milliseconds of writing before a move, and after it. */
const AROUND_MS = 5000
/** Pause of a page before a retry. */
const AGAIN_MS = 50
/** Tickets inserted per statement. */
const PORTION = 5000
const OURS = ['1', '2', '3']
const OTHERS = ['9']

/** SQL for the text of a generated message, from its position. */
const SAID = (place: string) =>
  `format('Сообщение %s: касса не печатает чек после обновления, помогите разобраться, пожалуйста, полный зал гостей.', ${place})`

/** Inserts years of closed tickets with all triggers (words, counts, clocks): one in ten has 23 messages, the others 3. */
const fill = async (sql: Sql, tickets: number, restaurants: readonly number[]): Promise<void> => {
  for (let made = 0; made < tickets; made += PORTION)
    await sql.unsafe(`
      with added as (
        insert into tickets (restaurant_id, business_id, number, author_id, category, topic, status, message_count,
          last_message, last_message_at, created_at, closed_at)
        select r.id, r.business_id, 1000000 + ${made} + i,
          (select person_id from memberships where restaurant_id = r.id order by 1 limit 1), 'technical_issue',
          'printing', 'processed', messages, ${SAID('messages')}, opened + messages * interval '12 hours', opened,
          now() - interval '30 days'
        from (
          select i, case when i % 10 = 0 then 23 else 3 end as messages, now() - interval '60 days' as opened
          from generate_series(1, ${Math.min(PORTION, tickets - made)}) i
        ) n, lateral (select * from restaurants where id = ('{${restaurants}}'::bigint[])[1 + i % ${restaurants.length}]) r
        returning id, author_id, message_count, created_at
      )
      insert into messages (ticket_id, position, author_id, from_support, text, created_at)
      select id, n, author_id, false, ${SAID('n')}, created_at + n * interval '12 hours'
      from added, generate_series(1, message_count) n`)
  await sql`
    update businesses b set last_ticket_number = (select max(number) from tickets where business_id = b.id)
    where exists (select from tickets where business_id = b.id)`
  await sql`analyze`
}

/** Reads the writers' writes from the cells' databases; doctor checks that the files' bytes are there too. */
const writtenIn = async (databases: readonly Sql[]): Promise<Map<string, Shown[]>> => {
  const rows: { id: string; hashes: string[] }[] = []
  for (const sql of databases)
    rows.push(
      ...(await sql<{ id: string; hashes: string[] }[]>`
        select substr(m.text, 4, 36) as id, array(
          select encode(s.sha256, 'hex') from attachments a join stored_files s on s.key = a.file_key
          where a.message_id = m.id order by a.place) as hashes
        from messages m where m.text like 'op:%'`),
    )
  return Map.groupBy(rows, ({ id }) => id)
}

/** Runs the command as an operator does; `dies` kills it and its children soon after it has printed this text. */
const move = (
  { settings, lead }: TwoCells,
  network: string,
  dies?: { output: string; after_ms: number; lead?: string },
): Promise<{ words: string; killed: boolean; seconds: number }> =>
  new Promise((resolve) => {
    const start = performance.now()
    const child = spawn(
      process.execPath,
      [
        join(ROOT, 'apps/server/src/move-business.ts'),
        ...[network, '--from', settings(0), '--to', settings(1), '--lead', dies?.lead ?? lead],
      ],
      { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
    )
    let words = ''
    let killed = false
    const kill = () => {
      killed = true
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }
    const onOutput = (text: string): void => {
      words += text
      if (dies !== undefined && !killed && words.includes(dies.output)) {
        killed = true
        setTimeout(kill, dies.after_ms)
      }
    }
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onOutput)
    child.once('close', () => resolve({ words, killed, seconds: (performance.now() - start) / 1000 }))
  })

/** Moments at which the mover is killed, by its last output; after the first ones the business stays where it was. */
const DEATHS = [
  ['снимает первую копию', { output: 'Снимаем копию', after_ms: 1500 }],
  ['сверяет копию', { output: 'Сверяем', after_ms: 300 }],
  ['остановил запись', { output: 'остановка записи', after_ms: 30 }],
  ['переключил и ведёт людей', { output: 'остановка записи', after_ms: 6000, lead: 'sleep 20' }],
  ['убирает прежние строки', { output: 'Убираем', after_ms: 200 }],
] as const

const has = async (sql: Sql, network: string): Promise<boolean> =>
  (await sql`select from businesses where network = ${network}`).length > 0

const newLedger = (): Ledger => ({ ops: [], in_flight: 0, refused: [] })

/** Measures one move without faults, while people of both businesses work. */
const moveMeasured = async (cells: TwoCells) => {
  const { url, databases } = cells
  const ledger = newLedger()
  let stopped = false
  const over = () => stopped
  const gate = { isOpen: () => true, opened: () => pause(AGAIN_MS) }
  const [first, , , stranger] = CUSTOMERS
  // One of the writers is a client without cookies.
  const ours = await Promise.all(
    Array.from({ length: WRITERS }, (_, at) => openPage(url, CUSTOMERS[at % OURS.length] ?? first, at > 0)),
  )
  const other = await openPage(url, stranger)
  const reader = await openPage(url, first)
  const stream = listen(reader, url)
  const work = [...ours, other].map(({ call, customer }) =>
    write(call, customer, { ledger, gate, stopped: over }),
  )
  const reading = read(reader, over)
  const othersReading = read(other, over)
  await pause(AROUND_MS)
  const moved = await move(cells, 'demo')
  say(moved.words.trim())
  await pause(AROUND_MS)
  stopped = true
  await Promise.all(work)
  const [seen, othersSeen] = await Promise.all([reading, othersReading])
  await pause(2000)
  await stream.end()
  const shown = await writtenIn(databases)
  const problems = [...judge(ledger, shown), ...ledger.refused]
  const unheard = ledger.ops.filter(
    ({ id, restaurant_id, hashes, acknowledged }) =>
      acknowledged &&
      restaurant_id === first.restaurant_id &&
      hashes.length === 1 &&
      !stream.received.has(id),
  )
  return { ledger, moved, problems, seen, othersSeen, stream, unheard }
}

/** Kills the mover at each of its moments, under writes of the moved business, and runs it again. */
const moveKilled = async (cells: TwoCells, before: Ledger) => {
  const { url, databases } = cells
  const [from, to] = databases
  if (from === undefined || to === undefined) throw new Error('there are two cells')
  const stranger = CUSTOMERS[3]
  const ledger = newLedger()
  let stopped = false
  const gate = { isOpen: () => true, opened: () => pause(AGAIN_MS) }
  const { call, customer } = await openPage(url, stranger)
  const work = write(call, customer, { ledger, gate, stopped: () => stopped })
  const rows: string[][] = []
  for (const [name, dies] of DEATHS) {
    const { killed, words } = await move(cells, 'other', dies)
    const there = (await has(to, 'other')) ? 'в новой' : 'в прежней'
    const before = ledger.ops.filter(({ acknowledged }) => acknowledged).length
    await pause(1000)
    const wrote = ledger.ops.filter(({ acknowledged }) => acknowledged).length - before
    rows.push([name, killed ? 'убит' : 'успел', there, show(wrote), words.trim().split('\n').at(-1) ?? ''])
    say(`${name}: ${killed ? 'убит' : 'успел'}, ${there}`)
  }
  const last = await move(cells, 'other')
  say(last.words.trim())
  await pause(1000)
  stopped = true
  await work
  const all = { ...ledger, ops: [...before.ops, ...ledger.ops] }
  const problems = [...judge(all, await writtenIn(databases)), ...ledger.refused]
  const [left] = await from<{ left: boolean }[]>`
    select to_regnamespace('podmoga_moving') is not null
      or exists (select from businesses where network = 'other') as left`
  if (left?.left !== false) problems.push('the old cell still has something of it')
  return { rows, ledger, problems, last }
}

/** The tickets inserted without the product are not in the figures. */
const isOurs = ({ kind }: { kind: string }): boolean => kind !== 'figure_facts_wrong'

const count = ({ ops }: Ledger): string => show(ops.filter(({ acknowledged }) => acknowledged).length)

/** Moves a business between two cells behind nginx under reads and writes. Measures how long writes stop and what is lost. */
export const cells: Bench = {
  name: 'cells',
  title: 'Переезд бизнеса из клетки в клетку под записью',
  run: async ({ tickets }) => {
    const root = await mkdtemp(join(tmpdir(), 'podmoga-cells-'))
    const two = await startTwoCells(root)
    try {
      const [from] = two.databases
      if (from === undefined) throw new Error('there are two cells')
      say(`заполняем: ${show(tickets)} тикетов`)
      await fill(from, tickets, [1, 2, 3])
      await fill(from, Math.ceil(tickets / 5), [9])
      // First, while both businesses are in one cell.
      const calm = await moveMeasured(two)
      const killed = await moveKilled(two, calm.ledger)
      const findings = []
      for (const env of two.envs) findings.push(...(await cleanReport(env)).findings.filter(isOurs))
      for (const problem of [...calm.problems, ...killed.problems]) say(problem)
      for (const { kind, detail } of findings) say(`${kind}: ${detail}`)
      for (const line of await two.errors()) say(line)
      const refusedOf = ({ refused }: { refused: string[] }) =>
        refused.length === 0 ? '0' : `${refused.length} (${[...new Set(refused)].join(', ')})`
      return `${table(
        ['Переезд бизнеса', 'итог'],
        [
          ['тикетов', show(tickets)],
          ['весь переезд с уборкой, с', show(calm.moved.seconds)],
          [
            'промежуток между подтверждениями записей, самый долгий, с',
            show(longestGap(calm.ledger, OURS) / 1000, 1),
          ],
          ['то же у другого бизнеса клетки', show(longestGap(calm.ledger, OTHERS) / 1000, 1)],
          [
            'чтений / отказано / самое долгое, мс',
            `${show(calm.seen.reads)} / ${refusedOf(calm.seen)} / ${show(calm.seen.longest)}`,
          ],
          [
            'то же у другого бизнеса',
            `${show(calm.othersSeen.reads)} / ${refusedOf(calm.othersSeen)} / ${show(calm.othersSeen.longest)}`,
          ],
          [
            'живая лента: соединений / отказано / не сказала об ответах',
            `${calm.stream.connections()} / ${calm.stream.refused.join(', ') || '0'} / ${calm.unheard.length}`,
          ],
          ['подтверждено записей', count(calm.ledger)],
          ['**пропало, повторилось, испорчено, отказано**', `**${calm.problems.length}**`],
        ],
      )}

Сказано командой: ${calm.moved.words.trim().split('\n').at(-1)}

${table(['Переезд убит (kill -9), когда он', 'что вышло', 'бизнес', 'записей за секунду после', 'последнее слово'], killed.rows)}

После последнего раза: ${killed.last.words.trim().split('\n').at(-1)} Подтверждено записей: ${count(killed.ledger)}; **пропало, повторилось или испорчено: ${killed.problems.length}**; находок doctor в обеих клетках: ${findings.length}.`
    } finally {
      await two.end()
      await rm(root, { recursive: true, force: true })
    }
  },
}
