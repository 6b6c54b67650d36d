import type { Call } from '@podmoga/contract/client'
import { sendDeskReply } from '@podmoga/contract/desk/tickets'
import { Refusal } from '@podmoga/contract/refusals'
import { uuid } from '@podmoga/contract/uuid'
import { isReached, onReachChange } from '@podmoga/web/reach'
import { localDb } from '../lib/local-db.ts'

/** A reply on its way. */
export interface Outgoing {
  /** Its Idempotency-Key, the same over every attempt. */
  key: string
  ticket_id: string
  text: string
  files: File[]
  /** Closes the ticket too. */
  close: boolean
  /** The newest message its author saw: somebody else's after it stops the reply, once. */
  seen?: string | undefined
  /** ISO 8601. */
  created_at: string
  state: 'waiting' | 'sending' | 'failed'
  /** Bytes that have left. */
  sent: number
  /** Why it failed, for a person. */
  error: string | null
  /** The id it got; then only the refreshed list is awaited. */
  message_id: string | null
}

export type Reply = Pick<Outgoing, 'ticket_id' | 'text' | 'files' | 'close' | 'seen'>

interface DispatchNeeds {
  call: Call
  /** Whose replies these are. */
  person: string
  /** Told after an acknowledged reply; the bubble stays until this is over. */
  onSent: (reply: Outgoing) => Promise<void>
  /** `isStopped`: somebody wrote meanwhile; sent again it goes. */
  onFailed: (reply: Outgoing, isStopped: boolean) => void
}

const NONE: readonly Outgoing[] = []
const bytesOf = (files: readonly File[]): number => files.reduce((sum, { size }) => sum + size, 0)

/** True while stopping an upload surely keeps the reply from the server. */
export const canCancel = ({ state, sent, files }: Outgoing): boolean =>
  state === 'waiting' || (state === 'sending' && sent < bytesOf(files))

/** Sends replies, those of one ticket in order, and remembers them over a reload until they are acknowledged. */
export function makeDispatch({ call, person, onSent, onFailed }: DispatchNeeds) {
  let all: readonly Outgoing[] = NONE
  let byTicket = new Map<string, readonly Outgoing[]>()
  const listeners = new Set<() => void>()
  const running = new Map<string, AbortController>()

  const set = (next: readonly Outgoing[]): void => {
    all = next
    const groups = Map.groupBy(next, (reply) => reply.ticket_id)
    for (const [id, replies] of groups) {
      const before = byTicket.get(id)
      const isSame = before?.length === replies.length && before.every((reply, at) => reply === replies[at])
      if (isSame) groups.set(id, before as Outgoing[])
    }
    byTicket = groups
    for (const listener of listeners) listener()
  }
  const change = (key: string, part: Partial<Outgoing>): void =>
    set(all.map((reply) => (reply.key === key ? { ...reply, ...part } : reply)))
  const diskKey = ({ key, created_at }: Outgoing): string => `${person}/${created_at}/${key}`
  const drop = (key: string): Outgoing | undefined => {
    const reply = all.find((one) => one.key === key)
    running.get(key)?.abort()
    set(all.filter((one) => one.key !== key))
    if (reply !== undefined) void localDb.remove('outbox', diskKey(reply))
    return reply
  }

  const fail = (reply: Outgoing, error: unknown): void => {
    const isOffline = error instanceof Refusal && error.code === 'network' && !isReached()
    const isStopped = error instanceof Refusal && error.code === 'written_meanwhile'
    change(reply.key, {
      ...(isStopped ? { seen: undefined } : {}),
      state: isOffline ? 'waiting' : 'failed',
      sent: 0,
      error: error instanceof Refusal && error.code !== 'internal' ? error.message : null,
    })
    const now = all.find((one) => one.key === reply.key)
    if (now?.state === 'failed') onFailed(now, isStopped)
  }

  const attempt = async (reply: Outgoing): Promise<void> => {
    const controller = new AbortController()
    running.set(reply.key, controller)
    change(reply.key, { state: 'sending', sent: 0, error: null })
    const { ticket_id, text, files, close, seen, key } = reply
    const form = { text, close: close ? 'true' : 'false', ...(seen === undefined ? {} : { seen }) } as const
    try {
      const message = await call(
        sendDeskReply,
        { params: { ticketId: ticket_id }, form, files },
        {
          idempotency_key: key,
          signal: controller.signal,
          onProgress: (sent) => change(key, { sent }),
        },
      )
      void localDb.remove('outbox', diskKey(reply))
      change(key, { message_id: message.id })
      await onSent(reply)
      set(all.filter((one) => one.key !== key))
    } catch (error) {
      if (!controller.signal.aborted) fail(reply, error)
    } finally {
      running.delete(key)
      // It may stand in another ticket by now.
      pumpAll()
    }
  }

  const pump = (ticket_id: string): void => {
    const replies = byTicket.get(ticket_id) ?? NONE
    if (!isReached() || replies.some(({ state }) => state === 'sending')) return
    const next = replies.find(({ state }) => state === 'waiting')
    if (next !== undefined) void attempt(next)
  }
  const pumpAll = (): void => {
    for (const ticket_id of byTicket.keys()) pump(ticket_id)
  }

  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** The same array until something in it changes. */
    of: (ticket_id: string): readonly Outgoing[] => byTicket.get(ticket_id) ?? NONE,
    isBusy: (): boolean => all.some(({ state }) => state === 'sending'),
    send: (reply: Reply): void => {
      const outgoing: Outgoing = {
        ...reply,
        key: uuid(),
        created_at: new Date().toISOString(),
        state: 'waiting',
        sent: 0,
        error: null,
        message_id: null,
      }
      void localDb.put('outbox', diskKey(outgoing), outgoing)
      set([...all, outgoing])
      pump(reply.ticket_id)
    },
    retry: (key: string): void => {
      const reply = all.find((one) => one.key === key)
      if (reply?.state !== 'failed') return
      change(key, { state: 'waiting', error: null })
      pump(reply.ticket_id)
    },
    /** What has not gone from one ticket goes from another: the one that it was merged into. */
    move: (from: string, to: string): void => {
      const moved = all.map((reply) => (reply.ticket_id === from ? { ...reply, ticket_id: to } : reply))
      for (const reply of moved) if (!all.includes(reply)) void localDb.put('outbox', diskKey(reply), reply)
      set(moved)
      pump(to)
    },
    /** Stops and takes a reply out, for the composer or for good. */
    take: drop,
    /** Brings back what an earlier page did not get through; it is sent again only when asked for. */
    restore: async (): Promise<void> => {
      const kept = await localDb.list<Outgoing>('outbox', `${person}/`)
      const known = new Set(all.map(({ key }) => key))
      const lost = kept.filter(({ key }) => !known.has(key))
      if (lost.length > 0)
        set([...lost.map((reply): Outgoing => ({ ...reply, state: 'failed', sent: 0 })), ...all])
    },
    /** Goes on when the network is back; returns how to stop. */
    watchNetwork: (): (() => void) => onReachChange(pumpAll),
  }
}

export type Dispatch = ReturnType<typeof makeDispatch>
