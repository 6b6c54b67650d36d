import type { EndpointDeclaration } from '@podmoga/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CreateOnce, Once } from './idempotency.ts'
import { refuse } from './refuse.ts'
import type { ReceivedFile } from './uploads.ts'
import type { Person, Staff } from './who.ts'

const KEY = z.uuid()

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
