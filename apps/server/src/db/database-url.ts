import { StartError } from '@podmoga/embedded-postgres/start-error'
import type { Connection } from '@podmoga/sql/connection'

/** A parsed DATABASE_URL: the connection, and whether its TLS mode is fixed or only preferred (`sslmode=prefer`). */
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
 * Parses the URL in the setting `name`: `postgres://user:password@host:5432/database`, optionally with several hosts, a socket
 * folder in `?host=`, and libpq's `sslmode`. Throws StartError; the message omits the URL because it contains a password.
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
        ...addressOf(settings.get('host') ?? decodeURIComponent(hosts), Number(settings.get('port') ?? 5432)),
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

const addressOf = (given: string, port: number): { host: string; port: number } => {
  if (given.startsWith('/') || given.includes(',')) return { host: given, port }
  const own = /^(.*):(\d{1,5})$/.exec(given)
  const host = (own?.[1] ?? given) || 'localhost'
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: own === null ? port : Number(own[2]) }
}

const unlike = (name: string): StartError =>
  new StartError(`${name} не похож на адрес PostgreSQL (postgres://имя:пароль@сервер:5432/база).`)
