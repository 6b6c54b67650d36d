import { uuid } from '@podmoga/contract/fields/uuid'
import { Refusal } from '@podmoga/contract/refusals'
import { isOnline } from '../connectivity.ts'
import { explain, isRefusal } from '../explain.ts'
import { goneText, isThere } from '../files/gone.ts'
import { withLock } from '../locks.ts'
import { beforeLeaving } from '../session/before-leaving.ts'
import { within } from '../session/within.ts'
import { isFinal, lockOf, nextOf, type OutboxItem } from './item.ts'
import type { KeptItems } from './kept-items.ts'
import { isNobodyHere, type Kind } from './kind.ts'
import type { Tabs } from './tabs.ts'

const UNLOAD_MS = 300
/**
 * Settles only if the page still exists shortly after a request failed: a page that is being unloaded (a reload) loses its
 * requests first. That must not count as a lost network: the next page resends what may be resent, and asks about the rest.
 */
const pageStays = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, UNLOAD_MS))

const WRITTEN_MS = 1000
/**
 * Running requests, and writes of their results. A page that redirects because the session has ended waits for them:
 * otherwise the next page would treat a refused item as possibly delivered, and ask the user.
 */
const pending = new Set<Promise<unknown>>()
const track = <T>(work: Promise<T>): Promise<T> => {
  pending.add(work)
  void work.finally(() => pending.delete(work)).catch(() => undefined)
  return work
}
const allWritten = async (): Promise<void> => {
  while (pending.size > 0) await Promise.allSettled(pending)
}
beforeLeaving.add(() => within(WRITTEN_MS, allWritten(), undefined))

/** The files to send: a file that can no longer be read is replaced by its stored copy. */
const filesToSend = ({ files }: OutboxItem, kept: OutboxItem | undefined): Promise<File[]> =>
  Promise.all(files.map(async (file, at) => ((await isThere(file)) ? file : (kept?.files[at] ?? file))))

/** An unreadable file fails its request like a lost network: returns a refusal if that is the cause, else null. */
const refusalOfGone = async (files: readonly File[]): Promise<Refusal | null> => {
  const there = await Promise.all(files.map(isThere))
  const gone = files.filter((_, at) => there[at] === false)
  return gone.length === 0 ? null : new Refusal({ code: 'unsupported_type', message: goneText(gone) })
}

/** The retry delay after a temporary refusal while online, in ms; doubled each time. */
const FIRST_WAIT_MS = 5000
const LONGEST_WAIT_MS = 300_000

export interface RunnerOptions<Scope> {
  items: KeptItems
  scope: Scope
  prefix: string
  kinds: ReadonlyMap<string, Kind<Scope>>
  tabs: Tabs | null
}

/**
 * Sends the items of one outbox: each queue in order, by one tab at a time. Its code is loaded when there is something to
 * send.
 */
export class Runner<Scope> {
  private readonly items: KeptItems
  private readonly scope: Scope
  private readonly prefix: string
  private readonly kinds: ReadonlyMap<string, Kind<Scope>>
  private readonly tabs: Tabs | null
  private readonly aborts = new Map<string, AbortController>()
  private isClosed = false
  private wait = FIRST_WAIT_MS
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor({ items, scope, prefix, kinds, tabs }: RunnerOptions<Scope>) {
    this.items = items
    this.scope = scope
    this.prefix = prefix
    this.kinds = kinds
    this.tabs = tabs
  }

  /** Starts sending waiting items if online. */
  flush(): void {
    if (!isOnline() || this.isClosed) return
    for (const { state, kind, queue } of this.items.all)
      if (state === 'waiting' && this.kinds.has(kind) && !this.items.busy.has(queue)) void this.work(queue)
  }

  /** Aborts the request of an item. */
  abort(id: string): void {
    this.aborts.get(id)?.abort()
  }

  close(): void {
    this.isClosed = true
    clearTimeout(this.timer)
    for (const abort of this.aborts.values()) abort.abort()
  }

  private async work(queue: string): Promise<void> {
    this.items.busy.add(queue)
    const answered = new Set<Kind<Scope>>()
    let isEmptied = false
    try {
      await withLock(lockOf(this.prefix, queue), async () => {
        this.items.held.add(queue)
        // Other tabs may have written or sent items meanwhile.
        await this.items.sync()
        for (;;) {
          const next = nextOf(this.items.all, queue)
          const kind = next && this.kinds.get(next.kind)
          isEmptied = next === undefined
          if (next === undefined || kind === undefined || this.isClosed || !isOnline()) return
          if (!(await this.send(next, kind, answered))) return
        }
      })
    } finally {
      this.items.held.delete(queue)
      this.items.busy.delete(queue)
      for (const kind of answered) kind.onAnswered?.()
      // An item was added while the lock was being released.
      if (isEmptied && nextOf(this.items.all, queue) !== undefined) this.flush()
    }
  }

  /** Sends an item; returns whether the queue may continue. */
  private async send(item: OutboxItem, kind: Kind<Scope>, answered: Set<Kind<Scope>>): Promise<boolean> {
    const { id, key } = item
    const found = await this.items.read(id)
    const kept = found?.value
    const files = await filesToSend(item, kept)
    const now = this.items.find(id)
    const isStill = now?.key === key && now.state === 'waiting'
    // Another tab sent or removed it meanwhile. A failed read (null) says nothing.
    if (found !== null && kept === undefined) this.items.drop(id)
    // Another tab changed it, or got a refusal for it.
    else if (isStill && kept !== undefined && (kept.key !== key || kept.state === 'failed'))
      this.items.patch(id, kept)
    else if (isStill) {
      const mayGoOn = await track(this.deliver({ ...item, files }, kind))
      if (mayGoOn) answered.add(kind)
      return mayGoOn
    }
    return true
  }

  private async deliver(item: OutboxItem, kind: Kind<Scope>): Promise<boolean> {
    const { id } = item
    void this.items.change(id, { state: 'sending', sent_bytes: 0, total_bytes: 0 })
    const abort = new AbortController()
    this.aborts.set(id, abort)
    try {
      const onProgress = (sent_bytes: number, total_bytes: number) => {
        if (this.items.isSame(item)) this.items.patch(id, { sent_bytes, total_bytes })
      }
      const receipt = await kind.deliver(this.scope, item as never, { signal: abort.signal, onProgress })
      this.wait = FIRST_WAIT_MS
      // Not awaited: the queue must not wait until a list shows the item.
      void this.succeed(item, kind, receipt)
      return true
    } catch (error) {
      const isLost = isRefusal(error, 'network')
      if (isLost) await pageStays()
      const gone = isLost ? await refusalOfGone(item.files) : null
      return abort.signal.aborted || this.fail(item, kind, gone ?? error)
    } finally {
      if (this.aborts.get(id) === abort) this.aborts.delete(id)
    }
  }

  private async succeed(item: OutboxItem, kind: Kind<Scope>, receipt: string | null): Promise<void> {
    if (!this.items.isSame(item)) return
    const removed = this.items.write(this.items.removalOf(item.id))
    this.items.patch(item.id, { state: 'sent', receipt, problem: null })
    await removed
    this.tabs?.send(this.prefix + item.id)
    await kind.onSent?.({ ...item, receipt } as never)
    if (!(kind.settles && receipt !== null) && this.items.isSame(item)) this.items.drop(item.id)
  }

  private fail(item: OutboxItem, kind: Kind<Scope>, error: unknown): boolean {
    const { id } = item
    if (!this.items.isSame(item)) return true
    const isLater = kind.isPassing?.(error) === true
    if (!isOnline() || isNobodyHere(error) || isLater) {
      void track(this.items.change(id, { state: 'waiting' }))
      if (isLater) this.tryLater()
      return false
    }
    if (kind.refused === 'drop') {
      this.items.drop(id)
      void this.items.write(this.items.removalOf(id))
      return true
    }
    void this.items.change(id, {
      state: 'failed',
      problem: explain(error) ?? null,
      is_final: isFinal(error),
      fields: error instanceof Refusal ? error.fields : {},
      ...(isRefusal(error, 'idempotency_conflict') && { key: uuid() }),
      ...kind.onFailed?.(item as never, error),
    })
    return true
  }

  /** Schedules a retry. When offline there is none: sending resumes when the page is online again. */
  private tryLater(): void {
    clearTimeout(this.timer)
    if (!isOnline() || this.isClosed) return
    this.timer = setTimeout(() => this.flush(), this.wait)
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS)
  }
}
