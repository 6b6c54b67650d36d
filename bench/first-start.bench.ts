import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { killFamily, ROOT, startApp } from './app-process.ts'
import { type Bench, say } from './bench.ts'
import { cleanReport, doctor } from './crash.bench.ts'
import { median, show } from './lib/numbers.ts'
import { table } from './report.ts'

const PORT = 5485
/** Used in rotation. The first two go to the server alone, the last one also to its database and all their children. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGKILL'] as const

const envOf = (dir: string) => ({ DATA_DIR: dir, SEED: 'demo', LOG_LEVEL: 'warn' })

/** Doctor's counts, except files that wait for the sweep. */
const countsOf = ({ stored_files: _rows, bytes: _bytes, ...counts }: Record<string, number>): string =>
  Object.entries(counts)
    .map(([what, many]) => `${what} ${many}`)
    .join(', ')

/** Runs `work` with a temporary data folder. */
const withFolder = async <T>(work: (env: ReturnType<typeof envOf>) => Promise<T>): Promise<T> => {
  const dir = await mkdtemp(join(tmpdir(), 'podmoga-first-'))
  const outcome = await work(envOf(dir))
  await rm(dir, { recursive: true, force: true })
  return outcome
}

const end = async (child: ChildProcess, signal: (typeof SIGNALS)[number]): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const closed = once(child, 'close')
  if (signal === 'SIGKILL') killFamily(child.pid)
  else child.kill(signal)
  await closed
}

/** Interrupts a first start after `after_ms`. */
const cutShort = async (
  env: ReturnType<typeof envOf>,
  after_ms: number,
  signal: (typeof SIGNALS)[number],
): Promise<void> => {
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(PORT), ...env },
    stdio: 'ignore',
  })
  await pause(after_ms)
  await end(child, signal)
}

/** Interrupts first starts at evenly spread moments; each must start again and be complete. */
export const firstStart: Bench = {
  name: 'first-start',
  title: 'Прерванный первый запуск',
  run: async ({ kills }) => {
    const whole = await withFolder(async (env) => {
      const app = await startApp({ port: PORT, env })
      const { checked } = await doctor(env)
      await app.end()
      return { ms: app.ready_ms, counts: countsOf(checked) }
    })
    say(`непрерванный: ${show(whole.ms)} мс; ${whole.counts}`)
    const starts: number[] = []
    const faults: string[] = []
    for (let at = 0; at < kills; at++) {
      const signal = SIGNALS[at % SIGNALS.length] ?? 'SIGKILL'
      const after_ms = ((at + 0.5) * whole.ms) / kills
      const name = `${at + 1}: ${signal} через ${show(after_ms)} мс`
      const fault = await withFolder(async (env) => {
        await cutShort(env, after_ms, signal)
        try {
          const app = await startApp({ port: PORT, env })
          const { findings, checked } = await cleanReport(env)
          await app.end()
          starts.push(app.ready_ms)
          say(`${name}; снова готов за ${show(app.ready_ms)} мс`)
          if (countsOf(checked) !== whole.counts) return `неполно: ${countsOf(checked)}`
          return findings.map(({ kind, detail }) => `${kind}: ${detail}`).join('; ')
        } catch (error) {
          return String(error)
        }
      })
      if (fault !== '') faults.push(`${name}: ${fault}`)
    }
    for (const fault of faults) say(fault)
    return `${table(
      ['Что', 'Сколько'],
      [
        ['прервано первых запусков (SIGINT, SIGTERM, SIGKILL по очереди)', show(kills)],
        ['моменты, мс', `${show((0.5 * whole.ms) / kills)} … ${show(((kills - 0.5) * whole.ms) / kills)}`],
        ['**запустилось снова**', `**${show(starts.length)}**`],
        [
          '**из них неполных или с находками `doctor`**',
          `**${show(faults.length - (kills - starts.length))}**`,
        ],
        ['непрерванный первый запуск, мс', show(whole.ms)],
        [
          'запуск после прерванного: медиана, худший, мс',
          `${show(median(starts))} / ${show(Math.max(...starts))}`,
        ],
      ],
    )}

Каждый раз своя пустая папка данных, настоящие \`initdb\` и миграции. Полнота — те же числа \`doctor\`, что после непрерванного запуска: ${whole.counts}.`
  },
}
