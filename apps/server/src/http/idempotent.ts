import type { EndpointDeclaration } from '@podmoga/contract/endpoint'
import type { TransactionSql } from '@podmoga/sql/sql'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Person, Staff } from './principals.ts'
import { refuse } from './refuse.ts'
import type { ReceivedFile, StoredFile } from './uploads.ts'

/** What a call that creates adds to what `on(…)` knows of it. */
export interface Work<T> {
  /** Refuses early, before a file is stored and a rate is counted. A repeated request does not come here. */
  before?: () => Promise<void>
  /** The files to store where they are not those that came. */
  files?: readonly ReceivedFile[]
  /** Writes the rows. Its answer is kept as JSON and given to every repetition. */
  work: (tx: TransactionSql, files: readonly StoredFile[]) => Promise<T>
}

/**
 * Creates once for each key of a person: rows, files and the answer's place in the ledger are one transaction.
 * A repetition within 24 hours gets the first answer, through JSON: dates are then text. Refuses
 * `idempotency_conflict` when the key came with another body. Whatever fails leaves no file behind.
 */
export type Once = <T>(work: Work<T>) => Promise<T>

/** One request that creates something: what `on(…)` knows of it, and its work. */
export interface Creation<T> extends Work<T> {
  person_id: string
  /** The Idempotency-Key; null when the client sent none. */
  key: string | null
  call: string
  /** Everything besides the files that makes this request another one: place, parameters, fields. */
  input: unknown
  files: readonly ReceivedFile[]
}

export type CreateOnce = <T>(creation: Creation<T>) => Promise<T>

// Any version and variant: it only has to be the client's own.
const KEY = z.guid()

const idempotencyKey = (request: FastifyRequest): string | null => {
  const header = request.headers['idempotency-key']
  if (header === undefined) return null
  const parsed = KEY.safeParse(header)
  if (!parsed.success)
    throw refuse('bad_request', { message: 'Заголовок Idempotency-Key должен быть одним UUID.' })
  return parsed.data.toLowerCase()
}

/** What makes a request another one, besides its files. A change of this shape refuses what is repeated across an upgrade. */
const inputOf = (
  declaration: EndpointDeclaration,
  given: { who: Person; params: unknown; body: unknown; form: unknown },
): unknown => {
  const { auth, params, form, body } = declaration
  const place = auth === 'staff' ? { restaurant_id: (given.who as Staff).restaurant_id } : {}
  const isBodyAlone = auth !== 'staff' && params === undefined && form === undefined
  if (isBodyAlone) return given.body
  return {
    ...place,
    ...(params === undefined ? {} : { params: given.params }),
    ...(form === undefined ? {} : { form: given.form }),
    ...(body === undefined ? {} : { body: given.body }),
  }
}

/** {@link Once} of one request; undefined for a call that creates nothing. */
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
  return (work) =>
    createOnce({ person_id: who.person_id, key, call: declaration.name, input, files, ...work })
}
