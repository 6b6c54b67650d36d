import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Bench, say } from './bench.ts'
import { type DeskBase, withDesk } from './desk-base.ts'
import { type Cook, cooksOf, moveHalf, writeFor } from './lib/desk-writers.ts'
import { median, quantile, show } from './lib/numbers.ts'
import { table } from './report.ts'

const WRITERS = 16
const SLICE_MS = 4000
/** The kernel's clock tick: a hundredth of a second. */
const TICK_US = 10_000

/** Returns microseconds of CPU time of the database's processes so far; Linux only. */
const databaseCpu = async (dir: string): Promise<number> => {
  const [main = ''] = (await readFile(join(dir, 'pg/postmaster.pid'), 'utf8')).split('\n')
  let ticks = 0
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[1] === main || pid === main) ticks += Number(fields[11]) + Number(fields[12])
  }
  return ticks * TICK_US
}

interface Slice {
  rate: number
  ms: number[]
  /** Microseconds of CPU time for one reply: the server's, the database's, the writers'. */
  cpu: [number, number, number]
}

const write = async ({ hosts, dir }: DeskBase, cooks: readonly Cook[]): Promise<Slice> => {
  const cpu = async () => {
    const { user, system } = process.cpuUsage()
    return [(await hosts[0]?.cpu()) ?? 0, await databaseCpu(dir), user + system]
  }
  const before = await cpu()
  const { rate, ms } = await writeFor(cooks, SLICE_MS, () => 'Касса не печатает чек')
  const after = await cpu()
  const [server = 0, database = 0, writers = 0] = after.map(
    (at, which) => (at - (before[which] ?? 0)) / ms.length,
  )
  return { rate, ms, cpu: [server, database, writers] }
}

/** Compares writers of one business with as many of two: the cost of ordering the events of a business. */
export const replies: Bench = {
  name: 'replies',
  title: 'Ответы одного бизнеса и двух',
  run: (options) =>
    withDesk({ ...options, large: options.small }, 1, async (base) => {
      const cooks = (await cooksOf(base)).slice(0, WRITERS)
      const all = { one: [] as Slice[], two: [] as Slice[] }
      await write(base, cooks)
      for (let round = 0; round < options.rounds; round++) {
        all.one.push(await write(base, cooks))
        await moveHalf(base.sql, 2)
        try {
          all.two.push(await write(base, cooks))
        } finally {
          await moveHalf(base.sql, 1)
        }
        say(`${show(all.one.at(-1)?.rate ?? 0)} : ${show(all.two.at(-1)?.rate ?? 0)}`)
      }
      const ratios = all.one.map(({ rate }, at) => rate / (all.two[at]?.rate ?? Number.NaN))
      const row = (title: string, slices: readonly Slice[]): string[] => {
        const ms = slices.flatMap((slice) => slice.ms)
        const cpu = [0, 1, 2].map((which) =>
          show(median(slices.map((slice) => slice.cpu[which] ?? 0)) / 1000, 2),
        )
        const rates = slices.map(({ rate }) => rate)
        return [
          title,
          `**${show(median(rates))}**`,
          show(Math.max(...rates)),
          `${show(quantile(ms, 0.5))} / ${show(quantile(ms, 0.95))}`,
          cpu.join(' / '),
        ]
      }
      return `${table(
        [
          'Пишут',
          'ответов в секунду, медиана',
          'лучший раз',
          'p50 / p95, мс',
          'процессора на ответ: сервер / база / писатели, мс',
        ],
        [row(`${WRITERS} из одного бизнеса`, all.one), row('столько же из двух', all.two)],
      )}

Один бизнес : два, раунд за раундом — медиана **${show(median(ratios), 2)}** (${ratios.map((ratio) => show(ratio, 2)).join('; ')}). Раундов ${options.rounds}, вперемежку, по ${SLICE_MS / 1000} с; сервер, база и писатели на одних ядрах. Цель: не меньше 300 ответов в секунду одного бизнеса, один : много ≥ 0,95.`
    }),
}
