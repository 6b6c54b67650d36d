import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApp } from './app-process.ts'
import type { Bench } from './bench.ts'
import { median, quantile, show } from './lib/numbers.ts'
import { table } from './report.ts'

const PORT = 5485
const HOSTILE = 500
/** Consecutive honest sign-ins beside each burst of hostile ones. */
const HONEST = 20
const PERSON = { login: 'aziza@demo.test', password: 'Demo-pass-1' }

const ATTACKS = [
  { name: 'никто', count: 0, login: () => '' },
  { name: 'один логин', count: HOSTILE, login: () => 'timur@demo.test' },
  { name: 'пятьсот логинов', count: HOSTILE, login: (at: number) => `nobody${at}@demo.test` },
] as const

/** Signs in. Returns the status and the time in milliseconds. */
const signIn = async (url: string, person: typeof PERSON): Promise<{ status: number; ms: number }> => {
  const since = performance.now()
  const answer = await fetch(`${url}/api/auth/sign-in/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
  await answer.arrayBuffer()
  return { status: answer.status, ms: performance.now() - since }
}

/** Measures sign-ins of an honest person beside five hundred simultaneous hostile ones, all from one address. */
export const signInCrowd: Bench = {
  name: 'sign-in',
  title: 'Вход рядом с пятьюстами чужими попытками с того же адреса',
  run: async ({ rounds }) => {
    const dir = await mkdtemp(join(tmpdir(), 'podmoga-sign-in-'))
    const env = { DATA_DIR: dir, SEED: 'demo', LOG_LEVEL: 'fatal' }
    const app = await startApp({ port: PORT, env })
    // The usual case: this person has signed in from this address before.
    await signIn(app.url, PERSON)
    const rows: string[][] = []
    for (const { name, count, login } of ATTACKS) {
      const honest: { status: number; ms: number }[] = []
      for (let round = 0; round < rounds; round++) {
        const hostile = Array.from({ length: count }, (_, at) =>
          signIn(app.url, { login: login(at), password: `Guess-${round}-${at}` }),
        )
        for (let at = 0; at < HONEST; at++) honest.push(await signIn(app.url, PERSON))
        await Promise.all(hostile)
      }
      const times = honest.map(({ ms }) => ms)
      rows.push([
        name,
        show(honest.length),
        `**${show(honest.filter(({ status }) => status !== 200).length)}**`,
        show(median(times)),
        show(quantile(times, 0.95)),
        show(Math.max(...times)),
      ])
    }
    await app.end()
    await rm(dir, { recursive: true, force: true })
    return `${table(
      ['Рядом подбирает', 'входов человека', 'отказано ему', 'p50, мс', 'p95, мс', 'худший, мс'],
      rows,
    )}

Подбор — ${HOSTILE} запросов разом, человек входит рядом ${HONEST} раз подряд, и так ${rounds} раз; пароли настоящей цены (argon2id, 19 МиБ).`
  },
}
