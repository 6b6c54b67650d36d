import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { makeWarmUp } from './warm-up.ts'

const opened = (give_way_ms?: number) => {
  const app = Fastify()
  onTestFinished(() => app.close())
  return { app, warmUp: makeWarmUp(app, give_way_ms), done: [] as string[] }
}

test('work begins when somebody was told that the server is ready, and not before it listens', async () => {
  const { app, warmUp, done } = opened()
  const over = Promise.withResolvers<void>()
  warmUp.add('first', async () => void done.push('first'))
  warmUp.add('failing', async () => {
    done.push('failing')
    throw new Error('no such thing')
  })
  warmUp.add('last', async () => {
    done.push('last')
    over.resolve()
  })
  warmUp.begin()
  await app.ready()
  expect(done).toEqual([])
  await app.listen({ port: 0 })
  await over.promise
  expect(done).toEqual(['first', 'failing', 'last'])
})

test('a server that nobody asks begins all the same', async () => {
  const { app, warmUp } = opened()
  const over = Promise.withResolvers<void>()
  warmUp.add('only', async () => over.resolve())
  await app.listen({ port: 0 })
  await over.promise
})

test('a server that stops begins nothing more, and waits for nothing', async () => {
  const { app, warmUp, done } = opened()
  const begun = Promise.withResolvers<() => Promise<boolean>>()
  const held = Promise.withResolvers<void>()
  warmUp.add('held', async (giveWay) => {
    begun.resolve(giveWay)
    await held.promise
    done.push('held')
  })
  warmUp.add('never', async () => void done.push('never'))
  await app.listen({ port: 0 })
  warmUp.begin()
  const giveWay = await begun.promise
  await app.close()
  expect([await giveWay(), done]).toEqual([false, []])
  held.resolve()
  await nextTurn()
  await nextTurn()
  expect(done).toEqual(['held'])
})

test('work gives way to a request, and goes on when that is answered', async () => {
  const { app, warmUp, done } = opened(60_000)
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  app.get('/', async () => {
    asked.resolve()
    await answer.promise
    // Several ticks, as for a request that waits for the database; a single tick would be too short.
    for (let ticks = 0; ticks < 5; ticks += 1) await nextTurn()
    done.push('answered')
    return {}
  })
  warmUp.add('work', async (giveWay) => {
    await asked.promise
    const waited = giveWay()
    answer.resolve()
    await waited
    done.push('worked')
    over.resolve()
  })
  const address = await app.listen({ port: 0 })
  warmUp.begin()
  await Promise.all([fetch(address), over.promise])
  expect(done).toEqual(['answered', 'worked'])
})

test('a response that never ends does not hold up the work', async () => {
  const { app, warmUp } = opened(1)
  const over = Promise.withResolvers<void>()
  app.get('/', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200).write('for ever')
  })
  const address = await app.listen({ port: 0 })
  const stream = await fetch(address)
  warmUp.add('only', async () => over.resolve())
  warmUp.begin()
  await over.promise
  await stream.body?.cancel()
})
