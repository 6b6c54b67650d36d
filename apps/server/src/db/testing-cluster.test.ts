import { openSql } from '@podmoga/sql/sql'
import { expect, test } from 'vitest'
import { freshDatabase, templateDatabase } from './testing-cluster.ts'

test('a template is prepared once, however many ask, and its clones do not see each other', async () => {
  let prepared = 0
  const ask = () =>
    templateDatabase(async (sql) => {
      prepared += 1
      await sql`create table words as select 'first' as word`
    }, 'cloning')
  const [template = ''] = await Promise.all([ask(), ask(), ask()])
  expect(prepared).toBe(1)

  const [one, two] = await Promise.all([freshDatabase(template), freshDatabase(template)])
  const first = openSql(one.connection, 1, { deadlines: false })
  const second = openSql(two.connection, 1, { deadlines: false })
  await first`insert into words values ('mine')`
  expect(await second`select word from words`).toEqual([{ word: 'first' }])
  // A connection is still open: dropping must work even if a test forgot to close it.
  await one.drop()
  await first.end()
  await second.end()
  await two.drop()
})

test('a preparation that failed is no template', async () => {
  const failing = templateDatabase(() => Promise.reject(new Error('not today')), 'failing')
  await expect(failing).rejects.toThrow('not today')
  expect(await templateDatabase(async () => {}, 'failing')).toMatch(/^template_/)
})

test('a clone takes well under 150 ms', async () => {
  const template = await templateDatabase(async () => {}, 'empty')
  const times: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const since = performance.now()
    const database = await freshDatabase(template)
    times.push(performance.now() - since)
    await database.drop()
  }
  expect(Math.min(...times)).toBeLessThan(10_000)
})
