import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test, vi } from 'vitest'
import { keepRunning } from './keep-running.mjs'

/** Runs these scripts as processes, one after the other; the last one repeatedly. */
const watch = (scripts: readonly string[], patience_ms?: number, pauses_s = [0.01, 0.02, 0.03]) => {
  const output: string[] = []
  const children: ChildProcess[] = []
  const over = Promise.withResolvers<number>()
  const kept = keepRunning({
    launch: () => {
      const script = scripts[Math.min(children.length, scripts.length - 1)] ?? ''
      const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
      children.push(child)
      return child
    },
    say: (line: string) => output.push(line),
    exit: over.resolve,
    pauses_s,
    log_place: 'журнал — в server.log',
    patience_ms,
  })
  return { output, children, over: over.promise, stop: kept.stop }
}

const READY = `process.send('ready');`
const LIVES = `${READY} setInterval(() => {}, 1000)`

test('a server that died is started again, and said so', async () => {
  const { output, over } = watch([
    `${READY} process.kill(process.pid, 'SIGKILL')`,
    `${READY} process.exit(0)`,
  ])
  expect(await over).toBe(0)
  expect(output).toEqual([
    'Сервер неожиданно остановился (сигнал SIGKILL). Запускаю снова через 0.01 с (1 из 3).',
  ])
})

test('between two starts its port tells a person and a program when to come back, and is free for the next', async () => {
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const { port } = free.address() as AddressInfo
  free.close()
  const place = {
    host: '127.0.0.1',
    port,
    page: '<h1>',
    refusal: '{}',
    headers: { 'x-frame-options': 'DENY' },
  }
  const falls = `process.send({ place: ${JSON.stringify(place)} }, () => process.exit(75))`
  const listens = `require('node:net').createServer().listen(${port}, '127.0.0.1', () => process.exit(0))`
  const { over } = watch([falls, listens], undefined, [1])
  const ask = (accept: string) => fetch(`http://127.0.0.1:${port}/5/tickets`, { headers: { accept } })
  const page = await vi.waitFor(() => ask('text/html,*/*'), { timeout: 5000, interval: 20 })
  const heads = ['retry-after', 'refresh', 'content-type', 'x-frame-options']
  expect([page.status, await page.text(), ...heads.map((name) => page.headers.get(name))]).toEqual([
    503,
    '<h1>',
    '3',
    '3',
    'text/html; charset=utf-8',
    'DENY',
  ])
  const call = await ask('application/json')
  expect([call.status, await call.json(), call.headers.get('refresh')]).toEqual([503, {}, null])
  expect(await over).toBe(0)
})

test('one that dies again and again is given up, with its own exit code', async () => {
  const { output, children, over } = watch([`${READY} process.exit(7)`])
  expect(await over).toBe(7)
  expect(children).toHaveLength(4)
  expect(output).toHaveLength(4)
  expect(output.at(-1)).toContain('Больше не запускаю')
})

test('why it died is said once, and again with where the log is when it is given up', async () => {
  const { output, over } = watch([`${READY} process.send({ failure: 'Причина.' }, () => process.exit(1))`])
  expect(await over).toBe(1)
  expect(output.filter((line) => line === 'Причина.')).toHaveLength(1)
  expect(output.indexOf('Причина.')).toBe(0)
  expect(output.at(-1)).toContain('Причина. Больше не запускаю: журнал — в server.log')
})

test('one that was killed is told as such', async () => {
  const { output, over } = watch([`${READY} process.kill(process.pid, 'SIGKILL')`])
  await over
  expect(output.at(-1)).toContain('SIGKILL')
  expect(output.at(-1)).toContain('память')
})

test('one that never was ready is not started again: a wrong setting does not mend itself', async () => {
  const { output, children, over } = watch(['process.exit(1)'])
  expect(await over).toBe(1)
  expect([children.length, output]).toEqual([1, []])
})

test('one that could not start for a passing reason is tried again until it can, and why is said once', async () => {
  const later = `process.send({ failure: 'База ещё не отвечает.' }, () => process.exit(75))`
  const { output, children, over } = watch([later, later, later, later, later, `${READY} process.exit(0)`])
  expect(await over).toBe(0)
  expect(children).toHaveLength(6)
  expect(output).toEqual([
    'База ещё не отвечает.',
    'Пробую снова через 0.01 с.',
    'Пробую снова через 0.02 с.',
    'Пробую снова через 0.03 с.',
    'Пробую снова через 0.03 с.',
    'Пробую снова через 0.03 с.',
  ])
})

test('a passing reason that does not pass ends it, with the reason', async () => {
  const { output, over } = watch([`process.send({ failure: 'Нет базы.' }, () => process.exit(75))`], 0)
  expect(await over).toBe(75)
  expect(output).toEqual([
    'Нет базы.',
    'Так и не удалось запустить сервер. Нет базы. Больше не пробую: журнал — в server.log',
  ])
})

test('a wrong setting is told', async () => {
  const { output, children, over } = watch([
    `process.send({ failure: 'PORT: не то.' }, () => process.exit(1))`,
  ])
  expect(await over).toBe(1)
  expect([children.length, output]).toEqual([1, ['PORT: не то.']])
})

test('a clean stop, and a stop that was asked for, are no deaths', async () => {
  const clean = watch([`${READY} process.exit(0)`])
  expect(await clean.over).toBe(0)
  const asked = watch([LIVES])
  await new Promise((resolve) => asked.children[0]?.once('message', resolve))
  asked.stop('SIGTERM')
  await asked.over
  expect([asked.children.length, asked.output, clean.output]).toEqual([1, [], []])
})
