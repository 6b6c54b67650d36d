import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { makeLater } from './later.ts'

const opened = () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  return { app, later: makeLater(app), done: [] as string[] }
}

test('work begins when somebody was told that the server is ready, and not before it listens', async () => {
  const { app, later, done } = opened()
  const over = Promise.withResolvers<void>()
  later.add('first', async () => void done.push('first'))
  later.add('failing', async () => {
    done.push('failing')
    throw new Error('no such thing')
  })
  later.add('last', async () => {
    done.push('last')
    over.resolve()
  })
  later.begin()
  await app.ready()
  expect(done).toEqual([])
  await app.listen({ port: 0 })
  await over.promise
  expect(done).toEqual(['first', 'failing', 'last'])
})

test('a server that nobody asks begins all the same', async () => {
  const { app, later } = opened()
  const over = Promise.withResolvers<void>()
  later.add('only', async () => over.resolve())
  await app.listen({ port: 0 })
  await over.promise
})

test('a server that stops begins nothing more, and waits for nothing', async () => {
  const { app, later, done } = opened()
  const begun = Promise.withResolvers<() => boolean>()
  const held = Promise.withResolvers<void>()
  later.add('held', async (isStopped) => {
    begun.resolve(isStopped)
    await held.promise
    done.push('held')
  })
  later.add('never', async () => void done.push('never'))
  await app.listen({ port: 0 })
  later.begin()
  const isStopped = await begun.promise
  await app.close()
  expect([isStopped(), done]).toEqual([true, []])
  held.resolve()
  await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setImmediate(resolve))
  expect(done).toEqual(['held'])
})
