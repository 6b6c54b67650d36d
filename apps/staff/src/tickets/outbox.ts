import { Refusal } from '@podmoga/contract/refusals'
import { sendReply } from '@podmoga/contract/tickets'
import { uuid } from '@podmoga/contract/uuid'
import { announce } from '@podmoga/ui/live-region/live-region'
import { toast } from '@podmoga/ui/toast/toast'
import type { QueryClient } from '@tanstack/react-query'
import { explain } from '../app/explain.ts'
import type { Place } from '../app/place.tsx'
import { localDb } from '../lib/local-db.ts'
import { ticketsRoot } from './tickets.api.ts'
import { TICKETS } from './tickets.texts.ts'

/** A reply on its way: shown as a bubble until the server's own copy stands in the list. */
export interface Outgoing {
  id: string
  ticketId: string
  /** The idempotency key: the same over retries, new when the content changes. */
  key: string
  text: string
  files: readonly File[]
  created_at: string
  state: 'waiting' | 'sending' | 'failed' | 'sent'
  /** Bytes of the request that have left, and all of them; zero while unknown. */
  sent_bytes: number
  total_bytes: number
  problem: string | null
  /** The server's copy, when the backend tells its id. */
  message_id: string | null
}

/** True while the browser may still take the request back. */
export const isCancellable = ({ state, sent_bytes, total_bytes }: Outgoing): boolean =>
  state === 'sending' && (total_bytes === 0 || sent_bytes < total_bytes)

const withLock = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(name, work) : work()

const isHeld = async (name: string): Promise<boolean> =>
  'locks' in navigator && navigator.locks.request(name, { ifAvailable: true }, async (lock) => lock === null)

const isWatched = (items: readonly Outgoing[]) => items.some((item) => item.state === 'sending')
const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()

/** The replies of one person in one restaurant: kept on disk until acknowledged, sent one after another for each ticket. */
export class Outbox {
  private items: readonly Outgoing[] = []
  private readonly listeners = new Set<() => void>()
  private readonly aborts = new Map<string, AbortController>()
  private readonly busy = new Set<string>()
  private readonly own = new Set<string>()
  private readonly place: Place
  private readonly queryClient: QueryClient

  constructor(place: Place, queryClient: QueryClient) {
    this.place = place
    this.queryClient = queryClient
    window.addEventListener('online', () => this.flush())
    void this.restore()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly all = (): readonly Outgoing[] => this.items

  /** Puts a reply at the end of its ticket's queue and returns its id. */
  add(ticketId: string, { text, files }: { text: string; files: readonly File[] }): string {
    const id = uuid()
    const item: Outgoing = {
      id,
      ticketId,
      key: uuid(),
      text,
      files,
      created_at: new Date().toISOString(),
      state: 'waiting',
      sent_bytes: 0,
      total_bytes: 0,
      problem: null,
      message_id: null,
    }
    this.set([...this.items, item])
    void this.keep(item)
    this.flush()
    return id
  }

  retry(id: string): void {
    this.change(id, { state: 'waiting', problem: null })
    this.flush()
  }

  /** Forgets a reply that was not sent. */
  remove(id: string): void {
    this.aborts.get(id)?.abort()
    this.set(this.items.filter((item) => item.id !== id))
    void localDb.remove('outbox', this.nameOf(id))
  }

  /** Takes a request back while it can be; the reply stays, unsent. */
  cancel(id: string): void {
    const item = this.items.find((one) => one.id === id)
    if (item === undefined || !isCancellable(item)) return
    this.change(id, { state: 'failed', problem: null })
    this.aborts.get(id)?.abort()
  }

  /** Takes one file out. What was on its way goes again without it: another content, another key. */
  dropFile(id: string, file: File): void {
    const item = this.items.find((one) => one.id === id)
    if (item === undefined || item.state === 'sent' || (item.state === 'sending' && !isCancellable(item)))
      return
    const files = item.files.filter((one) => one !== file)
    const state = item.state === 'sending' ? 'waiting' : item.state
    this.change(id, { state, files, key: uuid() })
    this.aborts.get(id)?.abort()
  }

  /** Whether a message was sent from here: some backends do not tell whose a message is. */
  isOwn({ id, text }: { id: string; text: string }): boolean {
    return this.own.has(id) || this.own.has(text)
  }

  /** Lets go of the sent replies whose server copies are shown. */
  settle(ids: ReadonlySet<string>): void {
    const left = this.items.filter(
      ({ state, message_id }) => state !== 'sent' || message_id === null || !ids.has(message_id),
    )
    if (left.length < this.items.length) this.set(left)
  }

  /** Starts whatever waits, when there is a network. */
  flush(): void {
    if (!navigator.onLine) return
    for (const { ticketId, state } of this.items)
      if (state === 'waiting' && !this.busy.has(ticketId)) void this.work(ticketId)
  }

  private async work(ticketId: string): Promise<void> {
    this.busy.add(ticketId)
    for (;;) {
      const next = this.items.find((item) => item.ticketId === ticketId && item.state === 'waiting')
      if (next === undefined || !navigator.onLine) break
      await withLock(`reply-${next.id}`, () => this.send(next))
    }
    this.busy.delete(ticketId)
  }

  private async send({ id, ticketId, key, text, files }: Outgoing): Promise<void> {
    const isKept = (await localDb.get('outbox', this.nameOf(id))) !== null
    const isStill = this.items.some((item) => item.id === id && item.key === key && item.state === 'waiting')
    // Another tab has sent it, or it was removed meanwhile.
    if (!isKept) return this.set(this.items.filter((item) => item.id !== id))
    if (!isStill) return
    this.change(id, { state: 'sending', sent_bytes: 0, total_bytes: 0 })
    const abort = new AbortController()
    this.aborts.set(id, abort)
    try {
      const onProgress = (sent_bytes: number, total_bytes: number) =>
        this.change(id, { sent_bytes, total_bytes })
      const message = await this.place.call(
        sendReply,
        { params: { ticketId }, form: { text }, files },
        { idempotency_key: key, signal: abort.signal, ...(files.length > 0 && { onProgress }) },
      )
      await this.succeed(id, message.id)
    } catch (error) {
      if (abort.signal.aborted) return
      // A backend may answer 200 with nothing of use: it has the message all the same.
      if (error instanceof Refusal && error.code === 'unreadable') await this.succeed(id, null)
      else this.fail(id, error)
    } finally {
      this.aborts.delete(id)
    }
  }

  private async succeed(id: string, message_id: string | null): Promise<void> {
    const text = this.items.find((item) => item.id === id)?.text
    this.own.add(message_id ?? text ?? id)
    this.change(id, { state: 'sent', message_id, problem: null })
    await localDb.remove('outbox', this.nameOf(id))
    announce(TICKETS.sent_announcement)
    await this.queryClient.invalidateQueries({ queryKey: ticketsRoot(this.place.restaurantId) })
    if (message_id === null) this.set(this.items.filter((item) => item.id !== id))
  }

  private fail(id: string, error: unknown): void {
    if (!navigator.onLine) {
      this.change(id, { state: 'waiting' })
      return
    }
    const isConflict = error instanceof Refusal && error.code === 'idempotency_conflict'
    this.change(id, {
      state: 'failed',
      problem: explain(error),
      ...(isConflict && { key: uuid() }),
    })
    toast.danger(TICKETS.reply_failed)
    if (error instanceof Refusal && error.code === 'ticket_closed')
      void this.queryClient.invalidateQueries({ queryKey: ticketsRoot(this.place.restaurantId) })
  }

  private async restore(): Promise<void> {
    const kept = await localDb.list<Outgoing>('outbox', this.nameOf(''))
    for (const item of kept.sort((one, other) => one.created_at.localeCompare(other.created_at))) {
      if (this.items.some(({ id }) => id === item.id) || (await isHeld(`reply-${item.id}`))) continue
      // Whether a reply that was on its way arrived, nobody knows: the person decides.
      const state = item.state === 'waiting' ? 'waiting' : 'failed'
      this.set([...this.items, { ...item, state, sent_bytes: 0, total_bytes: 0 }])
    }
    this.flush()
  }

  private nameOf(id: string): string {
    return `${this.place.person}/${this.place.restaurantId}/${id}`
  }

  private keep(item: Outgoing): Promise<void> {
    return localDb.put('outbox', this.nameOf(item.id), item)
  }

  private change(id: string, change: Partial<Outgoing>): void {
    const items = this.items.map((item) => (item.id === id ? { ...item, ...change } : item))
    this.set(items)
    const changed = items.find((item) => item.id === id)
    if (changed && changed.state !== 'sent' && ('state' in change || 'files' in change))
      void this.keep(changed)
  }

  private set(items: readonly Outgoing[]): void {
    const wasWatched = isWatched(this.items)
    this.items = items
    if (isWatched(items) && !wasWatched) window.addEventListener('beforeunload', askBeforeUnload)
    if (!isWatched(items) && wasWatched) window.removeEventListener('beforeunload', askBeforeUnload)
    for (const listener of this.listeners) listener()
  }
}

const outboxes = new Map<string, Outbox>()

/** The one outbox of this person in this restaurant. */
export const openOutbox = (place: Place, queryClient: QueryClient): Outbox => {
  const name = `${place.person}/${place.restaurantId}`
  const outbox = outboxes.get(name) ?? new Outbox(place, queryClient)
  outboxes.set(name, outbox)
  return outbox
}
