import { reconnectAfter } from '@podmoga/sql/connection'
import { openSql } from '@podmoga/sql/sql'
import { expect, test } from 'vitest'
import { type Database, openDatabase, refuseOldServer } from './open.ts'
import { freshDatabase, templateDatabase } from './testing-cluster.ts'

const open = (databaseUrl: string): Promise<Database> =>
  openDatabase({ databaseUrl, dataDir: '/nowhere', log: () => {} })

test('a server given by its address is used as it is', async () => {
  const own = await freshDatabase(await templateDatabase(async () => {}, 'empty'))
  const { host, database: name } = own.connection
  const database = await open(
    `postgres://podmoga:any%20word@localhost/${name}?host=${encodeURIComponent(host)}`,
  )
  expect(database).toMatchObject({ kind: 'url', connection: { host, password: 'any word', database: name } })
  const sql = openSql(database.connection, 1, { deadlines: false })
  const [row] = await sql`select current_database() as database, current_user as username`
  expect(row).toEqual({ database: name, username: 'podmoga' })
  await sql.end()
  await database.stop()
  await own.drop()
})

test.each(['SQL_ASCII', 'UTF8'])(
  'an empty database of %s that does not know Cyrillic is refused with what makes one that does',
  async (encoding) => {
    const own = await freshDatabase(await templateDatabase(async () => {}, 'empty'))
    const { host } = own.connection
    const admin = openSql({ ...own.connection, username: 'postgres' }, 1, { deadlines: false })
    const name = `letters_${encoding.toLowerCase()}`
    const make = (how: string) =>
      admin.unsafe(`create database ${name} owner podmoga template template0 ${how}`)
    const url = `postgres://podmoga@localhost/${name}?host=${encodeURIComponent(host)}`
    await make(`encoding '${encoding}' locale_provider libc locale 'C'`)
    const refused = await open(url).catch(String)
    expect(refused).toContain(`База «${name}» из DATABASE_URL создана без UTF-8 или без правил для кириллицы`)
    await admin.unsafe(`drop database ${name}`)
    const [, remedy = ''] = /заново: (.*);$/.exec(String(refused)) ?? []
    await admin.unsafe(remedy)
    await (await open(url)).stop()
    await admin.unsafe(`drop database ${name}`)
    await admin.end()
    await own.drop()
  },
)

test('a server that does not answer is named as such, at once and without the password', async () => {
  const since = performance.now()
  const refused = await open('postgres://podmoga:secret-word@127.0.0.1:4299/podmoga').catch(String)
  expect(refused).toContain('Сервер из DATABASE_URL не отвечает')
  expect(refused).not.toContain('secret-word')
  expect(performance.now() - since).toBeLessThan(20_000)
})

test('an address of something else is refused without repeating it', async () => {
  for (const url of ['localhost:5432', 'mysql://root:secret-word@localhost/app', 'postgres secret-word']) {
    const refused = await open(url).catch(String)
    expect(refused).toContain('DATABASE_URL не похож на адрес PostgreSQL')
    expect(refused).not.toContain('secret-word')
  }
})

test('a server older than PostgreSQL 15 is refused', () => {
  expect(() => refuseOldServer(140_012, '14.12')).toThrow('PostgreSQL 14.12, а нужен 15 или новее')
  expect(() => refuseOldServer(150_000, '15.0')).not.toThrow()
})

test('a client comes back within a second or so, however long the server was away', () => {
  expect([0, 1, 2, 3, 20].map(reconnectAfter)).toEqual([0.05, 0.1, 0.2, 0.4, 1])
})
