import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT, startApp } from './app-process.ts'
import { type Bench, say } from './bench.ts'
import { median, show } from './lib/numbers.ts'
import { table } from './report.ts'

const PORT = 5490
const STARTS = 7
const FIRST_WITHIN_MS = 600_000

// Removes the outer `npm run`'s variables, which the inner npm would take for settings.
for (const name of Object.keys(process.env)) if (name.startsWith('npm_')) delete process.env[name]

const npmStart = async (clone: string, env: Record<string, string>): Promise<number> => {
  const app = await startApp({
    port: PORT,
    cwd: clone,
    command: ['npm', 'start'],
    env: { ...env, LOG_LEVEL: 'warn' },
    within_ms: FIRST_WITHIN_MS,
  })
  await app.end()
  return app.ready_ms
}

const withClone = async <T>(work: (clone: string) => Promise<T>): Promise<T> => {
  const dir = await mkdtemp(join(tmpdir(), 'podmoga-start-'))
  try {
    execFileSync('git', ['clone', '--quiet', ROOT, dir], { stdio: 'ignore' })
    return await work(dir)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

const OFFLINE = { npm_config_offline: 'true' }

/** Whether npm's cache already holds every package: then an install needs no network at all. */
const cacheIsWarm = (clone: string): boolean => {
  try {
    execFileSync('npm', ['ci', '--dry-run', '--offline', '--loglevel=silent'], {
      cwd: clone,
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}

/** Measures the time from `npm start` to the first 200 of /health/ready, on a fresh clone and later. */
export const start: Bench = {
  name: 'start',
  title: 'Запуск: от `npm start` до `/health/ready`',
  run: async () => {
    const warm = await withClone(async (clone) => cacheIsWarm(clone))
    if (!warm) {
      say('кэш npm пуст: сначала он наполняется')
      await withClone((clone) => npmStart(clone, {}))
    }
    return withClone(async (clone) => {
      const first = await npmStart(clone, OFFLINE)
      say(`первый: ${show(first / 1000, 1)} с`)
      const again: number[] = []
      for (let at = 0; at < STARTS; at++) again.push(await npmStart(clone, OFFLINE))
      const asSeconds = (ms: number) => show(ms / 1000, 2)
      return `${table(
        ['Запуск', 'с', 'не больше'],
        [
          [
            'первый, свежий клон и тёплый кэш npm (установка, сборка трёх приложений, новая база, демо)',
            `**${asSeconds(first)}**`,
            '90',
          ],
          [`повторный, медиана ${STARTS}`, `**${asSeconds(median(again))}**`, '3'],
          [`повторный, худший из ${STARTS}`, asSeconds(Math.max(...again)), '3'],
        ],
      )}

Первый запуск идёт с \`npm_config_offline=true\`: ни один пакет не берётся из сети. Клон — того, что закоммичено.`
    })
  },
}
