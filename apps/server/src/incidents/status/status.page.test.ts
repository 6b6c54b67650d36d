import fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Deps } from '../../deps.ts'
import { memoryClock } from '../../ports/clock.ts'
import { serveStatus } from './status.page.ts'

test('R02: a page that many open at the same moment is read from the database once', async () => {
  let queries = 0
  const sql = async () => {
    queries += 1
    return queries % 2 === 1 ? [{ id: '1', name: 'Кафе' }] : []
  }
  const settings = { keptOf: () => ({ status_page: true }), onChange: () => undefined }
  const rates = { take: async () => undefined }
  const clock = memoryClock()
  const app = fastify()
  serveStatus(app, { sql, settings, rates, clock, config: {}, log: console } as unknown as Deps)
  const open = async () => (await app.inject({ url: '/status/cafe' })).statusCode
  const many = () => Promise.all(Array.from({ length: 20 }, open))
  expect(new Set(await many())).toEqual(new Set([200]))
  expect(queries).toBe(2)
  clock.move(11_000)
  await many()
  expect(queries).toBe(4)
  await app.close()
})
