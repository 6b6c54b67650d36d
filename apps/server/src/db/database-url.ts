import { StartError } from '@podmoga/embedded-postgres/start-error'
import type { Connection } from '@podmoga/sql/connection'

/** What DATABASE_URL says: where the database is, and whether the line must, may or need not be encrypted. */
export interface DatabaseUrl {
  connection: Connection
  tls: 'settled' | 'preferred'
}

const SSL: Record<string, Connection['ssl'] | null> = {
  disable: null,
  require: { rejectUnauthorized: false },
  'no-verify': { rejectUnauthorized: false },
  'verify-ca': { rejectUnauthorized: true },
  'verify-full': { rejectUnauthorized: true },
}

/**
 * Reads the address in the setting `name`: `postgres://user:password@host:5432/database`, also with several hosts, with a socket's folder in `?host=`, and
 * with libpq's `sslmode`. Throws StartError that does not repeat the address: it holds a password.
 */
export const readDatabaseUrl = (databaseUrl: string, name = 'DATABASE_URL'): DatabaseUrl => {
  const parts = /^postgres(?:ql)?:\/\/(?:([^@/?]*)@)?([^@/?]*)(?:\/([^?]*))?(?:\?(.*))?$/.exec(databaseUrl)
  if (parts === null) throw unlike(name)
  try {
    const [, account = '', hosts = '', database = '', query = ''] = parts
    const [user = '', ...password] = account.split(':')
    const settings = new URLSearchParams(query)
    const username = decodeURIComponent(user) || settings.get('user') || 'postgres'
    const secret = password.length > 0 ? decodeURIComponent(password.join(':')) : settings.get('password')
    const mode = settings.get('sslmode') ?? settings.get('ssl') ?? 'disable'
    const ssl = SSL[mode === 'true' ? 'require' : mode]
    return {
      connection: {
        ...placeOf(settings.get('host') ?? decodeURIComponent(hosts), Number(settings.get('port') ?? 5432)),
        database: decodeURIComponent(database) || username,
        username,
        ...(secret === null || secret === '' ? {} : { password: secret }),
        ...(ssl ? { ssl } : {}),
      },
      tls: ssl === undefined ? 'preferred' : 'settled',
    }
  } catch {
    throw unlike(name)
  }
}

const placeOf = (given: string, port: number): { host: string; port: number } => {
  if (given.startsWith('/') || given.includes(',')) return { host: given, port }
  const own = /^(.*):(\d{1,5})$/.exec(given)
  const host = (own?.[1] ?? given) || 'localhost'
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: own === null ? port : Number(own[2]) }
}

const unlike = (name: string): StartError =>
  new StartError(`${name} не похож на адрес PostgreSQL (postgres://имя:пароль@сервер:5432/база).`)
