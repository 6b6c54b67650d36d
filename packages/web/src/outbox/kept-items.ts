import type { Change } from '../local-db.ts'
import { isHeld, withLock } from '../locks.ts'
import { isSignedOut } from '../session/signed-out.ts'
import { lockOf, type OutboxItem, stateAfterBreak } from './item.ts'
import { makeWipeWatch, type OutboxDb, type OutboxStore } from './store.ts'

type OutboxChange = Change<Parameters<OutboxDb['get']>[0]>

/** The items of one outbox: the page's state and its storage on disk. */
export class KeptItems {
  all: readonly OutboxItem[] = []
  /** Queues that this page is currently sending, or waits to send. */
  readonly busy = new Set<string>()
  /** Those of them whose lock this page holds. */
  readonly held = new Set<string>()
  /** Called when another tab has released a queue. */
  onFreed: () => void = () => undefined
  private readonly listeners = new Set<() => void>()
  private readonly db: OutboxDb
  private readonly prefix: string
  private readonly wasWiped: () => Promise<boolean>
  isClosed = false

  constructor({ db }: OutboxStore, prefix: string) {
    this.db = db
    this.prefix = prefix
    this.wasWiped = makeWipeWatch(db)
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  find(id: string): OutboxItem | undefined {
    return this.all.find((one) => one.id === id)
  }

  /** Whether the item is unchanged: it may have been removed or changed meanwhile. */
  isSame({ id, key }: OutboxItem): boolean {
    return this.find(id)?.key === key
  }

  /** Sets the items of the page, without writing to disk. */
  set(items: readonly OutboxItem[]): void {
    this.all = items
    // No prompt for items that are sent again automatically in any case.
    this.guard(items.some(({ state, resend }) => state === 'sending' && resend !== 'always'))
    for (const listener of this.listeners) listener()
  }

  patch(id: string, change: Partial<OutboxItem>): OutboxItem | undefined {
    this.set(this.all.map((item) => (item.id === id ? { ...item, ...change } : item)))
    return this.find(id)
  }

  keep(isKept: (item: OutboxItem) => boolean): void {
    const left = this.all.filter(isKept)
    if (left.length < this.all.length) this.set(left)
  }

  drop(id: string): void {
    this.keep((item) => item.id !== id)
  }

  /**
   * Changes an item in the page and on disk, together with `more` in one transaction. Settles when the write has succeeded or
   * failed.
   */
  async change(id: string, change: Partial<OutboxItem>, more: readonly OutboxChange[] = []): Promise<void> {
    const changed = this.patch(id, change)
    if (changed !== undefined && changed.state !== 'sent') await this.write([...more, this.recordOf(changed)])
  }

  /** Reads the item from disk; null if that fails. */
  read(id: string): Promise<{ value: OutboxItem | undefined } | null> {
    return this.db.read<OutboxItem>('outbox', this.prefix + id)
  }

  /** Returns whether the changes are on disk. */
  write(changes: readonly OutboxChange[]): Promise<boolean> {
    return this.isClosed || isSignedOut() ? Promise.resolve(false) : this.db.write(changes)
  }

  recordOf(item: OutboxItem): OutboxChange {
    return { store: 'outbox', key: this.prefix + item.id, value: item }
  }

  /** Removes the draft if there is no value. */
  draftOf(draft: string, value?: unknown): OutboxChange {
    return { store: 'drafts', key: this.prefix + draft, value }
  }

  removalOf(id: string): OutboxChange[] {
    return [
      { store: 'outbox', key: this.prefix + id },
      { store: 'requests', key: this.prefix + id },
    ]
  }

  /** Syncs this tab's items from disk: other tabs write, send and remove them too. */
  async sync(): Promise<void> {
    // One by one, in order: a tab that reads meanwhile must find the first ones first.
    if (await this.wasWiped())
      for (const item of this.all) if (item.state !== 'sent') await this.write([this.recordOf(item)])
    const before = new Set(this.all)
    const { entries, isWhole } = await this.db.readAll<OutboxItem>('outbox', this.prefix)
    const kept = entries.map(([, item]) => item)
    const ids = new Set(kept.map(({ id }) => id))
    const rests = ({ state }: OutboxItem) => state === 'waiting' || state === 'failed'
    if (isWhole) this.keep((item) => ids.has(item.id) || !rests(item) || !before.has(item))
    for (const item of kept.sort((one, other) => one.created_at.localeCompare(other.created_at)))
      if (this.find(item.id) === undefined) await this.bringBack(item)
  }

  /** Syncs before an item of this tab is taken back: if another tab is sending it, it belongs to that one until that ends. */
  async syncOne(id: string): Promise<void> {
    const kept = (await this.read(id))?.value
    if (kept !== undefined && (await this.isSentElsewhere(kept))) this.drop(id)
    await this.sync()
  }

  /** Stops all writes. */
  close(): void {
    this.isClosed = true
    this.guard(false)
  }

  /** Whether another tab, the worker or a page being closed is sending it. */
  private async isSentElsewhere({ state, queue }: OutboxItem): Promise<boolean> {
    return state === 'sending' && !this.held.has(queue) && (await isHeld(lockOf(this.prefix, queue)))
  }

  private async bringBack(item: OutboxItem): Promise<void> {
    if (await this.isSentElsewhere(item)) {
      // Sync again when the lock is released.
      void withLock(lockOf(this.prefix, item.queue), async () => {}).then(() => this.onFreed())
      return
    }
    const state = stateAfterBreak(item, Date.now())
    if (this.find(item.id) === undefined)
      this.set([...this.all, { ...item, state, sent_bytes: 0, total_bytes: 0 }])
  }

  private readonly ask = (event: BeforeUnloadEvent): void => event.preventDefault()

  /** Makes the browser ask for confirmation before the page is closed. */
  private guard(isOn: boolean): void {
    if (typeof window === 'undefined') return
    window[isOn && !this.isClosed ? 'addEventListener' : 'removeEventListener']('beforeunload', this.ask)
  }
}
