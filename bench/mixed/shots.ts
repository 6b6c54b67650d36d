import { randomBytes, randomUUID } from 'node:crypto'
import { pathOf } from '@podmoga/contract/client'
import { getMaterial, listMaterials } from '@podmoga/contract/knowledge'
import { getProfile } from '@podmoga/contract/own-profile'
import { createTicket, getTicket, listMessages, listTickets, sendReply } from '@podmoga/contract/tickets'
import { cookOf, type MixedRows } from './base.ts'

/** One request, ready to be sent. */
export interface Shot {
  kind: Kind
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string | number>
  body?: Buffer
}

/** Kinds of requests and their shares. */
export const KINDS = {
  list: { share: 0.3, name: 'список тикетов' },
  detail: { share: 0.2, name: 'тикет' },
  messages: { share: 0.2, name: 'переписка' },
  search: { share: 0.1, name: 'поиск' },
  article: { share: 0.05, name: 'статья' },
  reply: { share: 0.1, name: 'ответ' },
  create: { share: 0.03, name: 'тикет с двумя файлами' },
  profile: { share: 0.02, name: 'профиль' },
} as const
export type Kind = keyof typeof KINDS
const NAMES = Object.keys(KINDS) as Kind[]

/** Search queries. */
const SEARCHES = [
  'касса не печатает чек',
  'возврат',
  'принтер',
  'как закрыть смену',
  'терминал оплата',
  'меню цена',
  'остатки на складе',
  'пароль',
  'скидка',
  'доставка заказ',
  'отчёт за день',
  'стоп-лист',
]

/** Size of each of the two files of a ticket: a photo shrunk by the phone. */
const FILE_BYTES = 100_000
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0])

/** Pseudo-random numbers that are the same in every run (mulberry32). */
export const makeDice = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const BOUNDARY = 'podmoga-bench-boundary'

const formOf = (fields: Record<string, string>, files: readonly Buffer[]): Buffer => {
  const parts: (Buffer | string)[] = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  for (const [at, file] of files.entries())
    parts.push(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="photo${at}.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
      file,
      '\r\n',
    )
  parts.push(`--${BOUNDARY}--\r\n`)
  return Buffer.concat(parts.map((part) => Buffer.from(part)))
}

/** Two photos with unique bytes. */
const twoPhotos = (): Buffer[] =>
  [0, 1].map(() => Buffer.concat([JPEG, randomBytes(16), Buffer.alloc(FILE_BYTES, 'photo')]))

/** Makes requests of the mix for signed-in cooks; `tokens[n]` belongs to cook n + 1. */
export const makeShots = (tokens: readonly string[], rows: MixedRows, dice: () => number): (() => Shot) => {
  const oneOf = <T>(all: readonly T[]): T | undefined => all[Math.floor(dice() * all.length)]
  const kindOf = (): Kind => {
    let left = dice()
    for (const name of NAMES) {
      left -= KINDS[name].share
      if (left < 0) return name
    }
    return 'list'
  }
  return () => {
    const kind = kindOf()
    const at = Math.floor(dice() * tokens.length)
    const { restaurant_id } = cookOf(at + 1)
    const ticketId = oneOf(rows.open.get(restaurant_id) ?? []) ?? ''
    const headers: Shot['headers'] = {
      authorization: `Bearer ${tokens[at]}`,
      authrestaurantid: restaurant_id,
      'accept-language': 'ru',
      'accept-encoding': 'gzip, deflate, br',
    }
    const get = (path: string): Shot => ({ kind, method: 'GET', path: `/api/${path}`, headers })
    const post = (path: string, fields: Record<string, string>, files: readonly Buffer[] = []): Shot => {
      const body = formOf(fields, files)
      const of = {
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'content-length': body.length,
        'idempotency-key': randomUUID(),
      }
      return { kind, method: 'POST', path: `/api/${path}`, headers: { ...headers, ...of }, body }
    }
    const page = { page: '1', page_size: '20' }
    switch (kind) {
      case 'list':
        return get(
          pathOf(listTickets, {
            query: { ...page, status: dice() < 0.7 ? 'awaiting_response' : 'processed' },
          }),
        )
      case 'detail':
        return get(pathOf(getTicket, { params: { ticketId } }))
      case 'messages':
        return get(pathOf(listMessages, { params: { ticketId }, query: page }))
      case 'search':
        return get(pathOf(listMaterials, { query: { search: oneOf(SEARCHES) } }))
      case 'article':
        return get(
          pathOf(getMaterial, { params: { materialId: oneOf(rows.materials.get(restaurant_id) ?? []) } }),
        )
      case 'reply':
        return post(pathOf(sendReply, { params: { ticketId } }), { text: 'Касса всё ещё не печатает чек' })
      case 'create':
        return post(
          pathOf(createTicket),
          { category: 'technical_issue', topic: 'printing', initial_message: 'Принтер печатает полосами' },
          twoPhotos(),
        )
      case 'profile':
        return get(pathOf(getProfile))
    }
  }
}
