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

const GOING_MS = 300
/**
 * Settles when this page is still here after a request was lost: one that goes away (a reload) loses its requests first.
 * It must not call that a lost network: the next page sends again what may go again, and leaves the rest to its person.
 */
const pageStays = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, GOING_MS))

const WRITTEN_MS = 1000
/**
 * What is under way, and what the disk is still to be told of how it ended. A page that leaves because a session is over
 * waits for it: the next page would take what was refused for what may have arrived, and leave it to its person.
 */
const going = new Set<Promise<unknown>>()
const hold = <T>(work: Promise<T>): Promise<T> => {
  going.add(work)
  void work.finally(() => going.delete(work)).catch(() => undefined)
  return work
}
const allWritten = async (): Promise<void> => {
  while (going.size > 0) await Promise.allSettled(going)
}
beforeLeaving.add(() => within(WRITTEN_MS, allWritten(), undefined))

/** What is sent of files: in the place of one that the device does not give any more the copy that is kept of it. */
const filesToSend = ({ files }: OutboxItem, kept: OutboxItem | undefined): Promise<File[]> =>
  Promise.all(files.map(async (file, at) => ((await isThere(file)) ? file : (kept?.files[at] ?? file))))

/** A file that cannot be read ends its request as a lost network does. */
const goneAmong = async (files: readonly File[]): Promise<Refusal | null> => {
  const there = await Promise.all(files.map(isThere))
  const gone = files.filter((_, at) => there[at] === false)
  return gone.length === 0 ? null : new Refusal({ code: 'unsupported_type', message: goneText(gone) })
}

/** How long after a passing refusal it is tried again while there is a network, in ms; twice as long each time. */
const AGAIN_MS = 5000
const LONGEST_MS = 300_000

export interface RunnerNeeds<Scope> {
  items: KeptItems
  scope: Scope
  prefix: string
  kinds: ReadonlyMap<string, Kind<Scope>>
  tabs: Tabs | null
}

/**
 * Sends the items of one outbox by their kinds: each queue one after another, by one tab at a time. Its code comes when
 * something is to be sent.
 */
export class Runner<Scope> {
  private readonly items: KeptItems
  private readonly scope: Scope
  private readonly prefix: string
  private readonly kinds: ReadonlyMap<string, Kind<Scope>>
  private readonly tabs: Tabs | null
  private readonly aborts = new Map<string, AbortController>()
  private isClosed = false
  private wait = AGAIN_MS
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor({ items, scope, prefix, kinds, tabs }: RunnerNeeds<Scope>) {
    this.items = items
    this.scope = scope
    this.prefix = prefix
    this.kinds = kinds
    this.tabs = tabs
  }

  /** Starts whatever waits, when there is a network. */
  flush(): void {
    if (!isOnline() || this.isClosed) return
    for (const { state, kind, queue } of this.items.all)
      if (state === 'waiting' && this.kinds.has(kind) && !this.items.busy.has(queue)) void this.work(queue)
  }

  /** Stops what is on its way. */
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
        // What other tabs have written or sent meanwhile.
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
      this.items.busy.delete(queue)
      for (const kind of answered) kind.onAnswered?.()
      // Written while the queue was being let go of.
      if (isEmptied && nextOf(this.items.all, queue) !== undefined) this.flush()
    }
  }

  /** Whether the queue may go on. */
  private async send(item: OutboxItem, kind: Kind<Scope>, answered: Set<Kind<Scope>>): Promise<boolean> {
    const { id, key } = item
    const found = await this.items.read(id)
    const kept = found?.value
    const files = await filesToSend(item, kept)
    const now = this.items.find(id)
    const isStill = now?.key === key && now.state === 'waiting'
    // Another tab has sent it, or it was removed meanwhile; a disk that does not answer tells nothing.
    if (found !== null && kept === undefined) this.items.drop(id)
    // Another tab has changed it, or was told why it will not do.
    else if (isStill && kept !== undefined && (kept.key !== key || kept.state === 'failed'))
      this.items.patch(id, kept)
    else if (isStill) {
      const mayGoOn = await hold(this.deliver({ ...item, files }, kind))
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
      this.wait = AGAIN_MS
      // Whatever waits for a list to show it must not wait in the queue.
      void this.succeed(item, kind, receipt)
      return true
    } catch (error) {
      const isLost = isRefusal(error, 'network')
      if (isLost) await pageStays()
      const gone = isLost ? await goneAmong(item.files) : null
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
    this.tabs?.tell(this.prefix + item.id)
    await kind.onSent?.({ ...item, receipt } as never)
    if (!(kind.settles && receipt !== null) && this.items.isSame(item)) this.items.drop(item.id)
  }

  private fail(item: OutboxItem, kind: Kind<Scope>, error: unknown): boolean {
    const { id } = item
    if (!this.items.isSame(item)) return true
    const isLater = kind.isPassing?.(error) === true
    if (!isOnline() || isNobodyHere(error) || isLater) {
      void hold(this.items.change(id, { state: 'waiting' }))
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

  /** Without a network the page looks for it by itself, and goes on then. */
  private tryLater(): void {
    clearTimeout(this.timer)
    if (!isOnline() || this.isClosed) return
    this.timer = setTimeout(() => this.flush(), this.wait)
    this.wait = Math.min(this.wait * 2, LONGEST_MS)
  }
}
