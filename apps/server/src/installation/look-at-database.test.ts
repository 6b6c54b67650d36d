import { openSql } from '@podmoga/sql/sql'
import { expect, test } from 'vitest'
import { freshDatabase, templateDatabase } from '../db/testing-cluster.ts'
import { lookAtDatabase } from './look-at-database.ts'

const HOUR_MS = 3_600_000

test('a clock that is an hour off the database is told to its operator, one that is right is not', async () => {
  const own = await freshDatabase(await templateDatabase(async () => {}, 'empty'))
  const sql = openSql(own.connection, 1, { deadlines: false })
  const by = (ms: number) => lookAtDatabase(sql, () => new Date(Date.now() + ms))
  expect(await by(0)).toEqual([])
  expect(await by(-30_000)).toEqual([])
  const [ahead] = await by(HOUR_MS)
  expect(ahead).toMatchObject({ kind: 'clock_off', detail: expect.stringContaining('спешат на 60 мин') })
  const [behind] = await by(-HOUR_MS)
  expect(behind?.detail).toContain('отстают на 60 мин')
  await sql.end()
  await own.drop()
})

test('a database that does not know Cyrillic is told', async () => {
  const own = await freshDatabase(await templateDatabase(async () => {}, 'empty'))
  const admin = openSql({ ...own.connection, username: 'postgres' }, 1, { deadlines: false })
  await admin.unsafe(
    `create database plain template template0 encoding 'UTF8' locale_provider libc locale 'C'`,
  )
  const sql = openSql({ ...own.connection, database: 'plain' }, 1, { deadlines: false })
  expect(await lookAtDatabase(sql, () => new Date())).toMatchObject([{ kind: 'database_letters' }])
  await sql.end()
  await admin.unsafe('drop database plain')
  await admin.end()
  await own.drop()
})
