import { uuid } from '@podmoga/contract/fields/uuid'
import { isOnline, onConnectivityChange } from '../connectivity.ts'
import { isRefusal } from '../explain.ts'
import { mayTakeBack, type OutboxItem, prefixOf, writtenAt } from './item.ts'
import { KeptItems } from './kept-items.ts'
import type { Delivery, Kind } from './kind.ts'
import type { Runner } from './runner.ts'
import type { OutboxStore } from './store.ts'
import { openTabs, type Tabs } from './tabs.ts'

/** The content of a new item; an id and a key are generated if absent. */
export type Content<D = unknown> = Pick<OutboxItem<D>, 'kind' | 'queue' | 'data' | 'resend'> &
  Partial<Pick<OutboxItem<D>, 'id' | 'key' | 'files'>>

/** What the item replaces, removed in the same transaction, so that a text is never both a draft and an item. */
export interface Instead {
  /** The name of the draft. */
  draft?: string | undefined
  /** The id of the replaced item. */
  item?: string | undefined
}

export interface OutboxOptions<Scope> {
  store: OutboxStore
  /** Passed to the kinds' `deliver`. */
  scope: Scope
  person: string
  /** The restaurant or the desk from which the person sends. */
  scopeKey: string
  /** Called if the sending code cannot be loaded, perhaps because a release removed it, and all items are on disk. */
  onLostCode?: () => void
}

/** The delay before loading failed code again, in ms; doubled each time. */
const AGAIN_MS = 2000
const LONGEST_MS = 60_000

/**
 * The outbox of one person in one scope: items are stored on disk until acknowledged, and sent in order within each queue,
 * by one tab at a time. This class is for pages; the worker follows the same rules, see worker.ts.
 */
export class Outbox<Scope> {
  readonly prefix: string
  readonly scope: Scope
  readonly store: OutboxStore
  private readonly items: KeptItems
  private readonly kinds = new Map<string, Kind<Scope>>()
  private readonly elsewhere = new Set<string>()
  private readonly tabs: Tabs | null = null
  private runner: Runner<Scope> | null = null
  private coming: Promise<void> | null = null
  private losses = 0
  private readonly onLostCode: () => void
  /** Whether all added items are on disk. */
  private kept: Promise<boolean> = Promise.resolve(true)
  private readonly stops: (() => void)[] = []
  private restored: Promise<void> = Promise.resolve()

  constructor({ store, scope, person, scopeKey, onLostCode = () => undefined }: OutboxOptions<Scope>) {
    this.onLostCode = onLostCode
    this.store = store
    this.scope = scope
    this.prefix = prefixOf(person, scopeKey)
    this.items = new KeptItems(store, this.prefix)
    // In server rendering the outbox is always empty.
    if (typeof document === 'undefined') return
    this.tabs = openTabs((name) => this.markSent(name))
    const look = () => {
      // First this tab's own items, then those left by others.
      this.flush()
      this.restored = this.restore()
    }
    document.addEventListener('visibilitychange', look)
    this.stops.push(onConnectivityChange(look), () => document.removeEventListener('visibilitychange', look))
    this.items.onFreed = () => void this.restore()
    look()
  }

  /** Registers kinds, and starts sending their waiting items. */
  register(kinds: readonly Kind<Scope>[]): void {
    for (const kind of kinds) this.kinds.set(kind.name, kind)
    this.flush()
  }

  readonly subscribe = (listener: () => void): (() => void) => this.items.subscribe(listener)

  readonly all = (): readonly OutboxItem[] => this.items.all

  /** All items, once those stored by earlier pages are loaded. */
  readonly whenRestored = (): Promise<readonly OutboxItem[]> => this.restored.then(() => this.items.all)

  /** Appends an item to its queue, replacing one with the same id; `kept` resolves to whether it is on disk. */
  add(
    content: Content,
    { draft, item: replaced }: Instead = {},
    state: 'waiting' | 'failed' = 'waiting',
  ): { id: string; kept: Promise<boolean> } {
    const item: OutboxItem = {
      id: uuid(),
      key: uuid(),
      files: [],
      ...content,
      created_at: writtenAt(this.items.all, Date.now()),
      state,
      sent_bytes: 0,
      total_bytes: 0,
      problem: null,
      receipt: null,
    }
    if (replaced !== undefined) this.runner?.abort(replaced)
    this.items.set([...this.items.all.filter(({ id }) => id !== item.id && id !== replaced), item])
    const kept = this.items.write([
      ...(replaced === undefined ? [] : this.items.removalOf(replaced)),
      ...(draft === undefined ? [] : [this.items.draftOf(draft)]),
      this.items.recordOf(item),
    ])
    this.kept = Promise.all([this.kept, kept]).then((all) => all.every(Boolean))
    this.flush()
    return { id: item.id, kept }
  }

  /** Sends an item again; `draft` is the draft to remove. */
  retry(id: string, draft?: string): void {
    const gone = draft === undefined ? [] : [this.items.draftOf(draft)]
    void this.items.change(id, { state: 'waiting', problem: null, fields: {} }, gone)
    this.flush()
  }

  /** Removes an unsent item. */
  remove(id: string): void {
    this.runner?.abort(id)
    this.items.drop(id)
    void this.items.write(this.items.removalOf(id))
  }

  /** Turns an unsent item into a draft. */
  toDraft(id: string, draft: string, value: unknown): Promise<boolean> {
    this.runner?.abort(id)
    this.items.drop(id)
    return this.items.write([this.items.draftOf(draft, value), ...this.items.removalOf(id)])
  }

  /** Resolves to false if an item is not this tab's to take back any more: it has been sent, or another tab is sending it. */
  async mayTakeBack(id: string): Promise<boolean> {
    if (this.items.find(id)?.state !== 'sending') await this.items.syncOne(id)
    const item = this.items.find(id)
    return item !== undefined && (item.state === 'failed' || mayTakeBack(item))
  }

  /** Cancels an item if still possible, see {@link mayTakeBack}; it stays, as failed. Resolves to whether it was possible. */
  async cancel(id: string): Promise<boolean> {
    if (!(await this.mayTakeBack(id))) return false
    if (this.items.find(id)?.state === 'failed') return true
    void this.items.change(id, { state: 'failed', problem: null })
    this.runner?.abort(id)
    return true
  }

  /**
   * Removes a file from an item. If it was being sent, it is sent again without the file, with a new key. An item that another
   * tab is sending keeps its files.
   */
  async dropFile(id: string, file: File): Promise<void> {
    const mayDrop = await this.mayTakeBack(id)
    const item = this.items.find(id)
    if (!mayDrop || item === undefined) return
    const files = item.files.filter((one) => one !== file)
    void this.items.change(id, {
      state: item.state === 'sending' ? 'waiting' : item.state,
      files,
      key: uuid(),
      is_final: false,
    })
    this.runner?.abort(id)
  }

  /** Moves unsent items to another queue, with their data changed by `change`. */
  move(queue: string, to: string, change: (data: never) => unknown): void {
    for (const item of this.items.all)
      if (item.queue === queue)
        void this.items.change(item.id, { queue: to, data: change(item.data as never) })
    this.flush()
  }

  /**
   * Sends something at once, or stores it as an item if offline, replacing an item with the same id. Returns null if it was
   * stored. Rejects if the server refuses it.
   */
  async sendOrKeep<A>(
    content: Content & { id: string },
    send: (scope: Scope) => Promise<A>,
    instead: Instead = {},
  ): Promise<A | null> {
    try {
      const answer = await send(this.scope)
      this.items.drop(content.id)
      await this.items.write(this.items.removalOf(content.id))
      return answer
    } catch (error) {
      // If only this call failed while the page is online, report it: the user may retry.
      if (isOnline() || !isRefusal(error, 'network')) throw error
      // Add it after the items of other tabs and earlier pages.
      await this.restored
      await this.add(content, instead).kept
      return null
    }
  }

  /** Whether another tab or the worker sent it while this page was open. */
  readonly wasSentElsewhere = (id: string): boolean => this.elsewhere.has(id)

  /** Removes sent items whose server copies are now shown. */
  settle(receipts: ReadonlySet<string>): void {
    this.items.keep(({ state, receipt }) => state !== 'sent' || receipt === null || !receipts.has(receipt))
  }

  /** Removes a failed item that the server has received after all: only its answer was lost. */
  found(id: string): void {
    if (this.items.find(id)?.state !== 'failed') return
    const name = this.prefix + id
    void this.items.write(this.items.removalOf(id)).then(() => this.tabs?.send(name))
    this.markSent(name)
  }

  /** Delivers an item by another call, to record its request. */
  async deliverWith(scope: Scope, item: OutboxItem, delivery: Delivery): Promise<void> {
    await this.kinds.get(item.kind)?.deliver(scope, item as never, delivery)
  }

  /** Stops sending and storing: the person has signed out. */
  close(): void {
    for (const stop of this.stops) stop()
    this.tabs?.close()
    this.runner?.close()
    this.items.close()
  }

  private async restore(): Promise<void> {
    if (!(await this.store.ready())) void this.store.whenTakenOver().then(() => this.restore())
    await this.items.sync()
    this.flush()
  }

  /** Starts sending waiting items. */
  private flush(): void {
    this.runner?.flush()
    if (this.runner !== null || this.items.isClosed || !isOnline() || this.coming !== null) return
    if (!this.items.all.some(({ state, kind }) => state === 'waiting' && this.kinds.has(kind))) return
    const start = async () => {
      const { Runner } = await import('./runner.ts')
      this.runner = new Runner({
        items: this.items,
        scope: this.scope,
        prefix: this.prefix,
        kinds: this.kinds,
        tabs: this.tabs,
      })
      if (this.items.isClosed) this.runner.close()
      this.flush()
    }
    this.coming = start().catch(() => {
      this.coming = null
      void this.loseCode()
    })
  }

  /** Retries to load the code; after a second failure it may have been removed by a release. */
  private async loseCode(): Promise<void> {
    setTimeout(() => this.flush(), Math.min(AGAIN_MS * 2 ** this.losses, LONGEST_MS))
    this.losses += 1
    if (this.losses > 1 && isOnline() && (await this.kept)) this.onLostCode()
  }

  private markSent(name: string): void {
    if (!name.startsWith(this.prefix)) return
    const id = name.slice(this.prefix.length)
    const item = this.items.find(id)
    this.elsewhere.add(id)
    if (item === undefined) return
    this.items.drop(id)
    const kind = this.kinds.get(item.kind)
    void kind?.onSent?.(item as never)
    kind?.onAnswered?.()
  }
}
