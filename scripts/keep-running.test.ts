import { type ChildProcess, spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { keepRunning } from './keep-running.mjs'

/** Runs processes that live as these scripts say, one after the other; the last one again and again. */
const watch = (scripts: readonly string[]) => {
  const said: string[] = []
  const children: ChildProcess[] = []
  const over = Promise.withResolvers<number>()
  const kept = keepRunning({
    launch: () => {
      const script = scripts[Math.min(children.length, scripts.length - 1)] ?? ''
      const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
      children.push(child)
      return child
    },
    say: (line: string) => said.push(line),
    exit: over.resolve,
    pauses_s: [0.01, 0.02, 0.03],
  })
  return { said, children, over: over.promise, stop: kept.stop }
}

const READY = `process.send('ready');`
const LIVES = `${READY} setInterval(() => {}, 1000)`

test('a server that died is started again, and said so', async () => {
  const { said, over } = watch([`${READY} process.kill(process.pid, 'SIGKILL')`, `${READY} process.exit(0)`])
  expect(await over).toBe(0)
  expect(said).toEqual([
    'Сервер неожиданно остановился (сигнал SIGKILL). Запускаю снова через 0.01 с (1 из 3).',
  ])
})

test('one that dies again and again is given up, with its own exit code', async () => {
  const { said, children, over } = watch([`${READY} process.exit(7)`])
  expect(await over).toBe(7)
  expect(children).toHaveLength(4)
  expect(said).toHaveLength(4)
  expect(said.at(-1)).toContain('Больше не запускаю')
})

test('one that never was ready is not started again: a wrong setting does not mend itself', async () => {
  const { said, children, over } = watch(['process.exit(1)'])
  expect(await over).toBe(1)
  expect([children.length, said]).toEqual([1, []])
})

test('a clean stop, and a stop that was asked for, are no deaths', async () => {
  const clean = watch([`${READY} process.exit(0)`])
  expect(await clean.over).toBe(0)
  const asked = watch([LIVES])
  await new Promise((resolve) => asked.children[0]?.once('message', resolve))
  asked.stop('SIGTERM')
  await asked.over
  expect([asked.children.length, asked.said, clean.said]).toEqual([1, [], []])
})
