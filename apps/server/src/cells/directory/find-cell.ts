import { setTimeout as pause } from 'node:timers/promises'
import { ENDPOINTS } from '@podmoga/contract/all'
import type { EndpointDeclaration } from '@podmoga/contract/endpoint'
import { isUuid } from '@podmoga/contract/fields/uuid'
import { decodeTokens, USER_TOKENS } from '@podmoga/contract/user-tokens'
import type { Db, Sql } from '@podmoga/sql/sql'
import { apiKeyIn, movePasskeyQuestion } from '../../session/session.module.ts'
import { listMoved } from '../capture.ts'
import {
  type Asked,
  byBusiness,
  byKey,
  byRenewal,
  bySession,
  bySubject,
  PAGES,
  WAYS,
  type Way,
} from './ways.ts'

/** A cell known to the directory. */
export interface Listed {
  number: bigint
  sql: Sql
}

/** The parts of a request that the directory reads. */
export interface Request {
  method: string
  /** Including the query string. */
  url: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The JSON body; anything else is ignored. */
  body: string
}

/** A cell did not respond, and no responding cell knows the owner of the request. */
export class CellSilent extends Error {}

const RENEWAL = /(?:^|; )(?:__Host-)?podmoga_renewal=([\w-]+)/
const ANSWER_MS = 3000
const PASSKEY_CALL = 'signInByPasskey'

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '[.]').replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)

const isPublic = ({ auth }: EndpointDeclaration): boolean => auth === 'public'
/** Public calls, which are routed by their content and not by the session of the browser. */
export const PUBLIC_CALLS = ENDPOINTS.filter(isPublic)

const ROUTES: readonly { method: string; path: RegExp; name: string; way: Way }[] = [
  ...PUBLIC_CALLS.flatMap(({ method, path, name }) => {
    const way = WAYS[name]
    return way === undefined ? [] : [{ method, path: patternOf(`/api/${path}`), name, way }]
  }),
  ...Object.entries(PAGES).map(([path, way]) => ({ method: 'GET', path: patternOf(path), name: path, way })),
]

const objectIn = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

// PostgreSQL rejects NUL bytes.
const textOf = (value: unknown): string =>
  typeof value === 'string' && value.isWellFormed() ? value.replaceAll('\u0000', '') : ''

const askedOf = (query: URLSearchParams, params: Record<string, string>, body: string): Asked => {
  const given = { ...Object.fromEntries(query), ...params, ...objectIn(body) } as Record<string, unknown>
  return {
    text: (name) => textOf(given[name]),
    passkey: () => textOf((given.passkey as { id?: unknown } | undefined)?.id),
  }
}

const one = (header: string | string[] | undefined): string => (Array.isArray(header) ? '' : (header ?? ''))

/** Reads a token's claims without verifying them: the cell verifies the signature. */
const claimsOf = (token: string): { sid: string; sub: string } => {
  const claims = objectIn(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return { sid: textOf(claims.sid), sub: textOf(claims.sub) }
}

const byToken = (token: string): ((db: Db) => Promise<string | null>)[] => {
  const { sid, sub } = claimsOf(token)
  return [
    ...(isUuid(sid) ? [(db: Db) => bySession(db, sid)] : []),
    ...(sub === '' ? [] : [(db: Db) => bySubject(db, sub)]),
  ]
}

/** The ways to find the business of a request, most reliable first. */
const waysOf = ({ method, url, headers, body }: Request): ((db: Db) => Promise<string | null>)[] => {
  const { pathname, searchParams } = new URL(url, 'http://directory')
  for (const { method: wanted, path, way } of ROUTES) {
    const params = path.exec(pathname)
    if (params === null || method !== wanted) continue
    const asked = askedOf(searchParams, params.groups ?? {}, body)
    return [(db) => way(db, asked)]
  }
  const authorization = one(headers.authorization)
  const key = apiKeyIn(authorization)
  if (key !== null) return [(db) => byKey(db, key)]
  const cookies = one(headers.cookie)
  const renewal = RENEWAL.exec(cookies)?.[1]
  const bearer = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  const pairs = cookies.split('; ').filter((pair) => pair.startsWith(`${USER_TOKENS}=`))
  const [tokens] = pairs.flatMap((pair) => decodeTokens(pair.slice(USER_TOKENS.length + 1)) ?? [])
  const business_id = tokens?.business?.id
  return [
    ...(bearer === undefined ? [] : byToken(bearer)),
    ...(renewal === undefined ? [] : [(db: Db) => byRenewal(db, renewal)]),
    ...(tokens === undefined ? [] : byToken(tokens.access_token)),
    ...(business_id === undefined ? [] : [(db: Db) => byBusiness(db, business_id)]),
  ]
}

/** Limits the wait, so that a silent cell does not delay the people of other cells. */
const soon = async <T>(answer: Promise<T>): Promise<T> => {
  const over = new AbortController()
  const late = pause(ANSWER_MS, undefined, { signal: over.signal, ref: false }).then(() => {
    throw new CellSilent()
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    late.catch(() => undefined)
    over.abort()
  }
}

/** The cells that have the business found by one way; if it has just moved, only its new cell. */
const cellsBy = async (
  cells: readonly Listed[],
  way: (db: Db) => Promise<string | null>,
): Promise<{ found: Listed[]; silent: boolean }> => {
  const asked = await Promise.allSettled(cells.map(async (cell) => ({ cell, id: await soon(way(cell.sql)) })))
  const silent = asked.some(({ status }) => status === 'rejected')
  const known = asked.flatMap((answer) =>
    answer.status === 'fulfilled' && answer.value.id !== null
      ? [{ cell: answer.value.cell, id: answer.value.id }]
      : [],
  )
  if (known.length < 2) return { found: known.map(({ cell }) => cell), silent }
  const moved = await Promise.all(known.map(({ cell }) => soon(listMoved(cell.sql))))
  return { found: known.filter(({ id }, at) => moved[at]?.has(id) !== true).map(({ cell }) => cell), silent }
}

/**
 * Returns the cell for a request; null if any cell can serve it. Throws CellSilent. If two cells have a person with the same
 * e-mail or phone, the first cell wins; that happens only if a person was added in both.
 */
export const findCell = async (cells: readonly Listed[], request: Request): Promise<Listed | null> => {
  for (const way of waysOf(request)) {
    const { found, silent } = await cellsBy(cells, way)
    const [cell] = found
    if (cell !== undefined) {
      await followPasskey(cells, cell, request)
      return cell
    }
    if (silent) throw new CellSilent()
  }
  return null
}

const PASSKEY_ROUTE = ROUTES.find(({ name }) => name === PASSKEY_CALL)

/**
 * A passkey challenge was issued by some cell before the person was known: the request goes to the cell that can verify the
 * response.
 */
const followPasskey = async (
  cells: readonly Listed[],
  to: Listed,
  { method, url, headers }: Request,
): Promise<void> => {
  const { pathname } = new URL(url, 'http://directory')
  if (method !== 'POST' || PASSKEY_ROUTE?.path.test(pathname) !== true) return
  for (const from of cells)
    if (from !== to) await movePasskeyQuestion(from.sql, to.sql, one(headers.cookie)).catch(() => undefined)
}
