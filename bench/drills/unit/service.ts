import { setTimeout as pause } from 'node:timers/promises'
import { show } from '../../lib/numbers.ts'
import type { Machine } from './bare-debian.ts'

export const PORT = 5499
export const URL_INSIDE = `http://127.0.0.1:${PORT}`
/** Values that the page leaves to its reader. */
const PUBLIC_URL = 'https://help.example.uz'
export const OWNER = { login: 'owner@example.uz', password: 'Drill-pass-1' }
const READY_MS = 120_000

export const ready = async (): Promise<number> => {
  const since = performance.now()
  for (;;) {
    const answer = await fetch(`${URL_INSIDE}/health/ready`, { signal: AbortSignal.timeout(2000) }).catch(
      () => null,
    )
    if (answer?.status === 200) return performance.now() - since
    if (performance.now() - since > READY_MS) throw new Error('не готов за две минуты')
    await pause(100)
  }
}

/** Posts with the headers that a proxy adds. */
const post = (path: string, body: object): Promise<Response> =>
  fetch(`${URL_INSIDE}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: PUBLIC_URL, 'x-forwarded-proto': 'https' },
    body: JSON.stringify(body),
  })
export const signIn = async (): Promise<number> => (await post('auth/sign-in/', OWNER)).status

export const seconds = (ms: number): string => `${show(ms / 1000, 1)} с`

/** Creates the owner with the last link in the systemd journal. */
export const setUp = async (machine: Machine): Promise<number> => {
  const log = machine.must('journalctl -u podmoga -o cat --no-pager')
  const [, key] = [...log.matchAll(/\/setup\/\?key=([\w-]+)/g)].at(-1) ?? []
  if (key === undefined) throw new Error(`в журнале нет ссылки первой настройки:\n${log}`)
  const made = await post('setup/', {
    ...{ key, business_name: 'Навруз', network: 'navruz', restaurant_name: 'Чайхана' },
    ...{ first_name: 'Нодира', ...OWNER },
  })
  return made.status
}
