import { createHash } from 'node:crypto'
import type { Call } from '@podmoga/contract/client'
import { listMessages, listTickets, type Message } from '@podmoga/contract/tickets'
import type { Ledger, Op } from './crash-writers.ts'

/** One write as the product shows it: the hashes of its downloaded files. */
export interface Shown {
  hashes: string[]
}

const PAGE = 100
const OP = /^op:([0-9a-f-]{36}) /

const ticketIds = async (call: Call): Promise<string[]> => {
  const ids: string[] = []
  for (const status of ['awaiting_response', 'processed'] as const)
    for (let page = 1; ; page++) {
      const { results, total_pages } = await call(listTickets, {
        query: { page: String(page), page_size: String(PAGE), status },
      })
      ids.push(...results.map(({ id }) => id))
      if (page >= total_pages) break
    }
  return ids
}

const messagesOf = async (call: Call, ticketId: string): Promise<Message[]> => {
  const messages: Message[] = []
  for (let page = 1; ; page++) {
    const answer = await call(listMessages, {
      params: { ticketId },
      query: { page: String(page), page_size: String(PAGE) },
    })
    messages.push(...answer.results.flatMap((day) => day.results))
    if (page >= answer.total_pages) return messages
  }
}

const download = async (url: string): Promise<string> => {
  const answer = await fetch(url)
  if (answer.status !== 200) return `status ${answer.status}`
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')
}

/** Reads everything a customer can see, and adds each occurrence of our writes to `shown`. */
export const readBack = async (url: string, call: Call, shown: Map<string, Shown[]>): Promise<void> => {
  for (const ticketId of await ticketIds(call))
    for (const message of await messagesOf(call, ticketId)) {
      const id = OP.exec(message.text)?.[1]
      if (id === undefined) continue
      const hashes = await Promise.all(
        message.attachments.map(({ file_url }) => download(new URL(file_url, url).href)),
      )
      shown.set(id, [...(shown.get(id) ?? []), { hashes }])
    }
}

const problemOf = (op: Op, found: readonly Shown[]): string | null => {
  const [first] = found
  if (first === undefined) return op.acknowledged ? 'acknowledged, but missing' : null
  if (found.length > 1) return `there ${found.length} times`
  return first.hashes.join() === op.hashes.join() ? null : 'its files differ'
}

/** The oracle: an acknowledged write is there once and complete, an unacknowledged one once and complete or not at all. */
export const judge = (ledger: Ledger, shown: ReadonlyMap<string, Shown[]>): string[] => {
  const known = new Set(ledger.ops.map((op) => op.id))
  return [
    ...ledger.ops.flatMap((op) => {
      const problem = problemOf(op, shown.get(op.id) ?? [])
      return problem === null ? [] : [`${op.id}: ${problem}`]
    }),
    ...[...shown.keys()].filter((id) => !known.has(id)).map((id) => `${id}: nobody wrote it`),
  ]
}
