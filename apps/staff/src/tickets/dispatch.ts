import { Refusal } from '@podmoga/contract/refusals'
import { uuid } from '@podmoga/contract/uuid'
import { explain } from '@podmoga/web/explain'
import { isHeld, withLock } from '@podmoga/web/locks'
import { isReached, onReachChange } from '@podmoga/web/reach'
import type { QueryClient } from '@tanstack/react-query'
import { localDb } from '../lib/local-db.ts'
import type { Place } from '../lib/place.tsx'
import { makeWipeWatch } from '../lib/wipe-watch.ts'
import { carry, isNobodyHere, pageStays, tellFailed, tellSent } from './carry.ts'
import { onSentElsewhere, tellTabsSent } from './outgoing.tabs.ts'
import { isCancellable, nextOf, type Outgoing, queueOf, stateAfterBreak, writtenAt } from './outgoing.ts'
import { guardUnload } from './outgoing.unload.ts'
import { ticketsRoot } from './tickets.api.ts'

type Content = Pick<Outgoing, 'ticketId' | 'text' | 'files'> & Partial<Pick<Outgoing, 'about' | 'key'>>

// The server draws screens with a dispatch that is empty and stays so.
const isBrowser = typeof window !== 'undefined'

/**
 * What one person sends in one restaurant: kept on disk until acknowledged, each queue one after another, by one tab at
 * a time.
 */
export class Dispatch {
  private items: readonly Outgoing[] = []
  private readonly listeners = new Set<() => void>()
  private readonly aborts = new Map<string, AbortController>()
  private readonly busy = new Set<string>()
  private readonly own = new Set<string>()
  private readonly wasWiped = makeWipeWatch()
  private isClosed = false
  private restored: Promise<void> = Promise.resolve()
  private readonly place: Place
  private readonly queryClient: QueryClient

  constructor(place: Place, queryClient: QueryClient) {
    this.place = place
    this.queryClient = queryClient
    if (!isBrowser) return
    const look = () => {
      // What was written in this tab first; then what others have left.
      this.flush()
      this.restored = this.restore()
    }
    onReachChange(look)
    document.addEventListener('visibilitychange', look)
    onSentElsewhere((id) => this.hearSent(id))
    look()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly all = (): readonly Outgoing[] => this.items

  /** Everything, once what earlier pages have left on the disk is among it. */
  readonly whenRestored = (): Promise<readonly Outgoing[]> => this.restored.then(() => this.items)

  /** Puts something at the end of its queue; `kept` settles once it is on disk. */
  add(content: Content, state: 'waiting' | 'failed' = 'waiting'): { id: string; kept: Promise<void> } {
    const item: Outgoing = {
      key: uuid(),
      ...content,
      id: uuid(),
      created_at: writtenAt(this.items, Date.now()),
      state,
      sent_bytes: 0,
      total_bytes: 0,
      problem: null,
      message_id: null,
    }
    this.set([...this.items, item])
    const kept = this.keep(item)
    this.flush()
    return { id: item.id, kept }
  }

  retry(id: string): void {
    this.change(id, { state: 'waiting', problem: null, fields: {} })
    this.flush()
  }

  /** Forgets what was not sent. */
  remove(id: string): void {
    this.aborts.get(id)?.abort()
    this.drop(id)
    void localDb.remove('outbox', this.nameOf(id))
  }

  /** Takes something back while it can be; it stays, unsent. */
  cancel(id: string): void {
    const item = this.items.find((one) => one.id === id)
    if (item === undefined || !(item.state === 'waiting' || isCancellable(item))) return
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

  /** Nothing more is sent or kept: the person has signed out. */
  close(): void {
    this.isClosed = true
    for (const abort of this.aborts.values()) abort.abort()
  }

  /** Starts whatever waits, when there is a network. */
  flush(): void {
    if (!isReached() || this.isClosed) return
    const waiting = this.items.filter(({ state }) => state === 'waiting')
    for (const queue of new Set(waiting.map(queueOf))) if (!this.busy.has(queue)) void this.work(queue)
  }

  private async work(queue: string): Promise<void> {
    this.busy.add(queue)
    try {
      await withLock(this.lockOf(queue), async () => {
        // What other tabs have written or sent meanwhile.
        await this.sync()
        for (;;) {
          const next = nextOf(this.items, queue)
          if (next === undefined || this.isClosed || !isReached() || !(await this.send(next))) return
        }
      })
    } finally {
      this.busy.delete(queue)
    }
  }

  /** Whether the queue may go on. */
  private async send(item: Outgoing): Promise<boolean> {
    const { id, key } = item
    const kept = await localDb.get<Outgoing>('outbox', this.nameOf(id))
    const isStill = this.items.some((one) => one.id === id && one.key === key && one.state === 'waiting')
    // Another tab has sent it, or it was removed meanwhile.
    if (kept === null) this.drop(id)
    // Another tab has changed it, or was told why it will not do.
    else if (isStill && (kept.key !== key || kept.state === 'failed'))
      this.set(this.items.map((one) => (one.id === id ? kept : one)))
    else if (isStill) return this.carry(item)
    return true
  }

  private async carry(item: Outgoing): Promise<boolean> {
    const { id } = item
    this.change(id, { state: 'sending', sent_bytes: 0, total_bytes: 0 })
    const abort = new AbortController()
    this.aborts.set(id, abort)
    try {
      const onProgress = (sent_bytes: number, total_bytes: number) =>
        this.change(id, { sent_bytes, total_bytes })
      const message_id = await carry(this.place, item, { signal: abort.signal, onProgress })
      // Whatever waits for the list to show it must not wait in the queue.
      void this.succeed(item, message_id)
      return true
    } catch (error) {
      if (error instanceof Refusal && error.code === 'network') await pageStays()
      return abort.signal.aborted || this.fail(item, error)
    } finally {
      this.aborts.delete(id)
    }
  }

  private async succeed(item: Outgoing, message_id: string | null): Promise<void> {
    this.own.add(message_id ?? item.text)
    const removed = localDb.remove('outbox', this.nameOf(item.id))
    this.change(item.id, { state: 'sent', message_id, problem: null })
    await removed
    tellTabsSent(item.id)
    tellSent(item)
    await this.queryClient.invalidateQueries({ queryKey: ticketsRoot(this.place.restaurantId) })
    if (message_id === null) this.drop(item.id)
  }

  private hearSent(id: string): void {
    const item = this.items.find((one) => one.id === id)
    if (item === undefined) return
    this.drop(item.id)
    tellSent(item)
    void this.queryClient.invalidateQueries({ queryKey: ticketsRoot(this.place.restaurantId) })
  }

  private fail(item: Outgoing, error: unknown): boolean {
    if (!isReached() || isNobodyHere(error)) {
      this.change(item.id, { state: 'waiting' })
      return false
    }
    const isConflict = error instanceof Refusal && error.code === 'idempotency_conflict'
    this.change(item.id, {
      state: 'failed',
      problem: explain(error) ?? null,
      fields: error instanceof Refusal ? error.fields : {},
      ...(isConflict && { key: uuid() }),
    })
    tellFailed(item)
    if (error instanceof Refusal && error.code === 'ticket_closed')
      void this.queryClient.invalidateQueries({ queryKey: ticketsRoot(this.place.restaurantId) })
    return true
  }

  private async restore(): Promise<void> {
    await this.sync()
    this.flush()
  }

  /** Makes this tab's items those on disk: other tabs write, send and remove them too. */
  private async sync(): Promise<void> {
    // One after another: a tab that looks meanwhile finds the first ones first.
    if (await this.wasWiped()) for (const item of this.items) if (item.state !== 'sent') await this.keep(item)
    const before = new Set(this.items)
    const kept = await localDb.list<Outgoing>('outbox', this.nameOf(''))
    const ids = new Set(kept.map(({ id }) => id))
    const rests = ({ state }: Outgoing) => state === 'waiting' || state === 'failed'
    const left = this.items.filter((item) => ids.has(item.id) || !rests(item) || !before.has(item))
    if (left.length < this.items.length) this.set(left)
    for (const item of kept.sort((one, other) => one.created_at.localeCompare(other.created_at))) {
      if (this.items.some(({ id }) => id === item.id)) continue
      const lock = this.lockOf(queueOf(item))
      if (item.state === 'sending' && !this.busy.has(queueOf(item)) && (await isHeld(lock))) {
        // Another tab is at it, or a page that is going away: once it has let go, the disk tells what is left.
        void withLock(lock, async () => {}).then(() => this.restore())
        continue
      }
      const state = stateAfterBreak(item, Date.now())
      if (this.items.some(({ id }) => id === item.id)) continue
      this.set([...this.items, { ...item, state, sent_bytes: 0, total_bytes: 0 }])
    }
  }

  private lockOf(queue: string): string {
    return `outbox ${this.nameOf(queue)}`
  }

  private nameOf(id: string): string {
    return `${this.place.person}/${this.place.restaurantId}/${id}`
  }

  private async keep(item: Outgoing): Promise<void> {
    if (!this.isClosed) await localDb.put('outbox', this.nameOf(item.id), item)
  }

  private drop(id: string): void {
    this.set(this.items.filter((item) => item.id !== id))
  }

  private change(id: string, change: Partial<Outgoing>): void {
    const items = this.items.map((item) => (item.id === id ? { ...item, ...change } : item))
    this.set(items)
    const changed = items.find((item) => item.id === id)
    if (changed && changed.state !== 'sent' && ('state' in change || 'files' in change))
      void this.keep(changed)
  }

  private set(items: readonly Outgoing[]): void {
    this.items = items
    guardUnload(items)
    for (const listener of this.listeners) listener()
  }
}

const dispatches = new Map<string, Dispatch>()

/** The one dispatch of this person in this restaurant. */
export const openDispatch = (place: Place, queryClient: QueryClient): Dispatch => {
  const name = `${place.person}/${place.restaurantId}`
  const dispatch = dispatches.get(name) ?? new Dispatch(place, queryClient)
  if (isBrowser) dispatches.set(name, dispatch)
  return dispatch
}

/** Ends the dispatches of somebody who signs out, before what they kept is removed. */
export const closeDispatches = (person: string): void => {
  for (const [name, dispatch] of dispatches) if (name.startsWith(`${person}/`)) dispatch.close()
}
