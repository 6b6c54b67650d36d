import type { EndpointDeclaration } from '@podmoga/contract/endpoint'
import type { TransactionSql } from '@podmoga/sql/sql'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Person, Staff } from './principals.ts'
import { refuse } from './refuse.ts'
import type { ReceivedFile, StoredFile } from './uploads.ts'

/** The part of a creation that the call's handler provides; `on(…)` knows the rest. */
export interface Work<T> {
  /** Checks that refuse before files are stored and rates are counted. Not run for a repeated request. */
  before?: () => Promise<void>
  /** The files to store, if they are not the received ones. */
  files?: readonly ReceivedFile[]
  /** Writes the rows. The result is kept as JSON and returned to every repeated request. */
  work: (tx: TransactionSql, files: readonly StoredFile[]) => Promise<T>
}

/**
 * Creates once for each idempotency key of a person: the rows, the files and the ledger entry are one transaction. A request
 * repeated within 24 hours gets the first answer, read back from JSON: its dates are strings. Refuses `idempotency_conflict` if
 * the key was used with another body. If anything fails, no file is left behind.
 */
export type Once = <T>(work: Work<T>) => Promise<T>

/** One creating request: its context from `on(…)`, and its work. */
export interface Creation<T> extends Work<T> {
  person_id: string
  /** The Idempotency-Key header; null if the client sent none. */
  key: string | null
  call: string
  /** What identifies the request besides its files: restaurant, parameters, fields. */
  input: unknown
  files: readonly ReceivedFile[]
  /** The answer holds a secret. */
  has_secret: boolean
}

export type CreateOnce = <T>(creation: Creation<T>) => Promise<T>

// Any UUID version and variant: the key only has to be unique for the client.
const KEY = z.guid()

const idempotencyKey = (request: FastifyRequest): string | null => {
  const header = request.headers['idempotency-key']
  if (header === undefined) return null
  const parsed = KEY.safeParse(header)
  if (!parsed.success)
    throw refuse('bad_request', { message: 'Заголовок Idempotency-Key должен быть одним UUID.' })
  return parsed.data.toLowerCase()
}

/** What identifies a request besides its files. Changing this shape refuses requests that are repeated across an upgrade. */
const inputOf = (
  declaration: EndpointDeclaration,
  given: { who: Person; params: unknown; body: unknown; form: unknown },
): unknown => {
  const { auth, params, form, body } = declaration
  const restaurant = auth === 'staff' ? { restaurant_id: (given.who as Staff).restaurant_id } : {}
  const isBodyAlone = auth !== 'staff' && params === undefined && form === undefined
  if (isBodyAlone) return given.body
  return {
    ...restaurant,
    ...(params === undefined ? {} : { params: given.params }),
    ...(form === undefined ? {} : { form: given.form }),
    ...(body === undefined ? {} : { body: given.body }),
  }
}

/** Returns {@link Once} for one request; undefined if the call creates nothing. */
export const onceOf = (
  createOnce: CreateOnce,
  declaration: EndpointDeclaration,
  given: {
    who: Person | null
    params: unknown
    body: unknown
    form: unknown
    files: readonly ReceivedFile[]
    request: FastifyRequest
  },
): Once | undefined => {
  const { who, files, request } = given
  if (declaration.creates !== true) return undefined
  if (who === null) throw new Error(`${declaration.name} creates for nobody`)
  const key = idempotencyKey(request)
  const input = inputOf(declaration, { ...given, who })
  const { name: call, has_secret = false } = declaration
  return (work) => createOnce({ person_id: who.person_id, key, call, input, files, has_secret, ...work })
}
