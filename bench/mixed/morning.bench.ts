import { setTimeout as pause } from 'node:timers/promises'
import { pathOf } from '@podmoga/contract/client'
import { signIn } from '@podmoga/contract/session'
import { type Bench, say } from '../bench.ts'
import { show } from '../lib/numbers.ts'
import { cpuSeconds } from '../lib/processes.ts'
import { PASSWORD } from '../lib/tickets-data.ts'
import { table } from '../report.ts'
import { cookOf } from './base.ts'
import { type Installation, withInstallation } from './installation.ts'
import { type Answered, arrivals, faultsOf, percentiles, playAt } from './open-loop.ts'
import { makeDice, makeShots, type Shot } from './shots.ts'

const PEOPLE = 500
const MINUTE_S = 60
/** Requests per second of the readers. */
const READERS_RATE = 100
/** Seconds for which readers are measured alone, and beside a burst. */
const ALONE_S = 30
const TARGET_MS = 2000

const signInShot = (cook: number): Shot => {
  const body = Buffer.from(JSON.stringify({ login: cookOf(cook).login, password: PASSWORD }))
  return {
    kind: 'profile',
    method: 'POST',
    path: `/api/${pathOf(signIn)}`,
    headers: {
      'accept-language': 'ru',
      'content-type': 'application/json',
      'content-length': body.length,
    },
    body,
  }
}

interface Part {
  name: string
  readers: Answered[]
  entered: Answered[]
  cpu: number
}

/** Runs readers for a time, and all sign-ins at the given moments beside them. */
const playPart = async (
  { servers, tokens, rows }: Installation,
  { name, seconds, due }: { name: string; seconds: number; due: readonly number[] },
): Promise<Part> => {
  const [server] = servers
  if (server === undefined) throw new Error('there is no server')
  const dice = makeDice(8)
  const mix = makeShots(tokens, rows, dice)
  const read = (): Shot => {
    for (;;) {
      const shot = mix()
      if (shot.method === 'GET') return shot
    }
  }
  const before = cpuSeconds(server.pids())
  const began = performance.now()
  const [readers, entered] = await Promise.all([
    playAt(server.url, arrivals(READERS_RATE, seconds, dice), read),
    playAt(server.url, due, (nth) => signInShot(nth + 1)),
  ])
  const cpu = (cpuSeconds(server.pids()) - before) / ((performance.now() - began) / 1000)
  say(
    `${name}: входов ${due.length}, p95 ${due.length === 0 ? '—' : show(percentiles(entered.answers)[1])} мс, читатели p95 ${show(percentiles(readers.answers)[1])} мс`,
  )
  await pause(2000)
  return { name, readers: readers.answers, entered: entered.answers, cpu }
}

const rowOf = ({ name, readers, entered, cpu }: Part): string[] => {
  const of = (answers: readonly Answered[]) =>
    answers.length === 0
      ? '—'
      : percentiles(answers)
          .map((ms) => show(ms))
          .join(' / ')
  const longest = entered.length === 0 ? '—' : show(Math.max(...entered.map(({ ms }) => ms)))
  return [
    name,
    show(entered.length),
    of(entered),
    longest,
    faultsOf(entered),
    of(readers),
    faultsOf(readers),
    `${show(100 * cpu)} %`,
  ]
}

/** Measures five hundred sign-ins at eight in the morning, and their effect on readers. */
export const morning: Bench = {
  name: 'morning',
  title: 'Утро: пятьсот входов рядом с читателями',
  run: (options) =>
    withInstallation(options, [{ name: 'сервер' }], async (installation) => {
      const dice = makeDice(500)
      const within = Array.from({ length: PEOPLE }, () => dice() * MINUTE_S * 1000).toSorted((a, b) => a - b)
      const parts = [
        await playPart(installation, { name: 'читатели одни', seconds: ALONE_S, due: [] }),
        await playPart(installation, { name: 'входы в течение минуты', seconds: MINUTE_S, due: within }),
        await playPart(installation, { name: 'читатели одни', seconds: ALONE_S, due: [] }),
        await playPart(installation, {
          name: 'все входы разом',
          seconds: ALONE_S,
          due: Array.from({ length: PEOPLE }, () => 0),
        }),
      ]
      return `${table(
        [
          'Что',
          'входов',
          'вход p50 / p95 / p99, мс',
          'худший, мс',
          'не вошли',
          'чтение p50 / p95 / p99, мс',
          'ошибок чтения',
          'ЦП сервера',
        ],
        parts.map(rowOf),
      )}

Цель: вход p95 не больше ${TARGET_MS} мс в течение минуты. Читателей — ${READERS_RATE} запросов в секунду смеси без записи. Пароли настоящей цены (argon2id, 19 МиБ), люди ${PEOPLE} разные, с одного адреса, как за одним прокси без TRUST_PROXY. Нагрузка, сервер и PostgreSQL — на одних и тех же ядрах.`
    }),
}
