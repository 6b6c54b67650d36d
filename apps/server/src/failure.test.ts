import { StartError } from '@podmoga/embedded-postgres/start-error'
import { DatabaseUnavailable } from '@podmoga/sql/unavailable'
import pg from 'pg'
import { expect, test } from 'vitest'
import { ConfigError } from './config.ts'
import { failureOf, TRY_AGAIN } from './failure.ts'
import { StoreMisconfigured, StoreUnavailable } from './ports/files.ts'

const refused = (code: string, syscall = 'connect') =>
  Object.assign(new Error(`${syscall} ${code}`), { code, syscall })
const databaseError = (code: string) => Object.assign(new pg.DatabaseError('no', 1, 'error'), { code })
const within = (cause: Error) => new StartError('Сервер из DATABASE_URL не отвечает.', { cause })
const away = (cause?: Error) => new DatabaseUnavailable('CONNECTION_LOST', 'gone', { cause })

test.each([
  ['a database that takes no connections yet', within(away(refused('ECONNREFUSED')))],
  ['a socket that is not there yet', within(away(refused('ENOENT')))],
  ['a connection that broke', away()],
  ['a database that is starting or stopping', within(databaseError('57P03'))],
  ['a connection ended by the administrator', databaseError('57P01')],
  ['too many connections', within(databaseError('53300'))],
  ['a deadlock', within(databaseError('40P01'))],
  ['a lock that was not given in time', within(databaseError('55P03'))],
  ['a data folder whose app is still ending', within(Object.assign(new Error('locked'), { errcode: 5 }))],
  ['a store that is away', new StoreUnavailable('Хранилище S3 не отвечает.')],
])('%s: may be tried again', (_name, error) => {
  const { message, exit_code } = failureOf(error, '/data')
  expect([exit_code, message]).toEqual([TRY_AGAIN, expect.stringMatching(/^[А-Я][^\n]*$/)])
})

test.each([
  ['a setting that will not do', new ConfigError('Настройки не подходят.')],
  ['a wrong password of the database', within(databaseError('28P01'))],
  ['a host that does not exist', within(away(refused('ENOTFOUND', 'getaddrinfo')))],
  [
    'a line that must be encrypted and cannot',
    within(away(new Error('The server does not support SSL connections'))),
  ],
  ['a port that is taken', within(refused('EADDRINUSE', 'listen'))],
  ['a folder that may not be written', refused('EACCES', 'open')],
  ['a bucket that is missing', new StoreMisconfigured('Корзины нет.')],
  ['a migration that is wrong', within(databaseError('42601'))],
])('%s: is not tried again', (_name, error) => {
  const { message, exit_code } = failureOf(error, '/data')
  expect([exit_code, message]).toEqual([1, expect.stringMatching(/^[А-Я][^\n]*$/)])
})

test('a fault of ours is shown whole', () => {
  const { message, exit_code } = failureOf(new TypeError('x is not a function'), '/data')
  expect([exit_code, message]).toEqual([1, expect.stringContaining('failure.test.ts')])
})
