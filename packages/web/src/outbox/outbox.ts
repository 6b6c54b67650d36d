import { uuid } from '@podmoga/contract/fields/uuid'
import { isOnline, onConnectivityChange } from '../connectivity.ts'
import { isRefusal } from '../explain.ts'
import { isCancellable, type OutboxItem, prefixOf, writtenAt } from './item.ts'
import { KeptItems } from './kept-items.ts'
import type { Delivery, Kind } from './kind.ts'
import type { Runner } from './runner.ts'
import type { OutboxStore } from './store.ts'
import { openTabs, type Tabs } from './tabs.ts'

/** What is put into an outbox; without an id or a key of its own it gets one. */
export type Content<D = unknown> = Pick<OutboxItem<D>, 'kind' | 'queue' | 'data' | 'resend'> &
  Partial<Pick<OutboxItem<D>, 'id' | 'key' | 'files'>>

/** What goes in the same transaction: a text that is sent off has one owner. */
export interface Instead {
  /** The name of the draft that it was. */
  draft?: string | undefined
  /** The id of the item whose place it takes. */
  item?: string | undefined
}

export interface OutboxOptions<Scope> {
  store: OutboxStore
  /** What the kinds are delivered with. */
  scope: Scope
  person: string
  /** Where the person sends it from: a restaurant, the desk. */
  scopeKey: string
  /** The code that sends does not come, a release may have taken it away; all that waits is on the disk. */
  onLostCode?: () => void
}

/** How long until code that has not come is asked for again, in ms; twice as long each time. */
const AGAIN_MS = 2000
const LONGEST_MS = 60_000

/**
 * What one person sends in one scope: kept on disk until acknowledged, each queue one after another, by one tab at a
 * time. A page's; the worker sends by the same rules, see worker.ts.
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
  /** Whether all that was put in is on the disk. */
  private kept: Promise<boolean> = Promise.resolve(true)
  private readonly stops: (() => void)[] = []
  private restored: Promise<void> = Promise.resolve()

  constructor({ store, scope, person, scopeKey, onLostCode = () => undefined }: OutboxOptions<Scope>) {
    this.onLostCode = onLostCode
    this.store = store
    this.scope = scope
    this.prefix = prefixOf(person, scopeKey)
    this.items = new KeptItems(store, this.prefix)
    // The server draws screens with an outbox that is empty and stays so.
    if (typeof document === 'undefined') return
    this.tabs = openTabs((name) => this.hearSent(name))
    const look = () => {
      // What was written in this tab first; then what others have left.
      this.flush()
      this.restored = this.restore()
    }
    document.addEventListener('visibilitychange', look)
    this.stops.push(onConnectivityChange(look), () => document.removeEventListener('visibilitychange', look))
    this.items.onFreed = () => void this.restore()
    look()
  }

  /** Makes kinds known; what of them waits goes. */
  register(kinds: readonly Kind<Scope>[]): void {
    for (const kind of kinds) this.kinds.set(kind.name, kind)
    this.flush()
  }

  readonly subscribe = (listener: () => void): (() => void) => this.items.subscribe(listener)

  readonly all = (): readonly OutboxItem[] => this.items.all

  /** Everything, once what earlier pages have left on the disk is among it. */
  readonly whenRestored = (): Promise<readonly OutboxItem[]> => this.restored.then(() => this.items.all)

  /** Puts something at the end of its queue, or in the place of its id's last; `kept` tells that it is on the disk. */
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

  /** Sends something again, with the draft that it has come back to. */
  retry(id: string, draft?: string): void {
    const gone = draft === undefined ? [] : [this.items.draftOf(draft)]
    void this.items.change(id, { state: 'waiting', problem: null, fields: {} }, gone)
    this.flush()
  }

  /** Forgets what was not sent. */
  remove(id: string): void {
    this.runner?.abort(id)
    this.items.drop(id)
    void this.items.write(this.items.removalOf(id))
  }

  /** Makes a draft of what was not sent. */
  toDraft(id: string, draft: string, value: unknown): Promise<boolean> {
    this.runner?.abort(id)
    this.items.drop(id)
    return this.items.write([this.items.draftOf(draft, value), ...this.items.removalOf(id)])
  }

  /** Takes something back while it can be; it stays, unsent. */
  cancel(id: string): void {
    const item = this.items.find(id)
    if (item === undefined || !(item.state === 'waiting' || isCancellable(item))) return
    void this.items.change(id, { state: 'failed', problem: null })
    this.runner?.abort(id)
  }

  /** Takes one file out. What was on its way goes again without it: another content, another key. */
  dropFile(id: string, file: File): void {
    const item = this.items.find(id)
    if (item === undefined || item.state === 'sent' || (item.state === 'sending' && !isCancellable(item)))
      return
    const files = item.files.filter((one) => one !== file)
    void this.items.change(id, {
      state: item.state === 'sending' ? 'waiting' : item.state,
      files,
      key: uuid(),
      is_final: false,
    })
    this.runner?.abort(id)
  }

  /** What has not gone yet goes in another queue, as `change` makes it. */
  move(queue: string, to: string, change: (data: never) => unknown): void {
    for (const item of this.items.all)
      if (item.queue === queue)
        void this.items.change(item.id, { queue: to, data: change(item.data as never) })
    this.flush()
  }

  /**
   * Sends something at once, or keeps it while there is no network: it takes the place of what was kept under its id.
   * Answers null when it was kept. Rejects with what the server has refused.
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
      // One call that does not get through while others do tells its person, who may press again.
      if (isOnline() || !isRefusal(error, 'network')) throw error
      // After what other tabs and earlier pages have kept.
      await this.restored
      await this.add(content, instead).kept
      return null
    }
  }

  /** Whether another tab, or the worker, has sent it while this page was open. */
  readonly wasSentElsewhere = (id: string): boolean => this.elsewhere.has(id)

  /** Lets go of what was sent and whose server copies are shown. */
  settle(receipts: ReadonlySet<string>): void {
    this.items.keep(({ state, receipt }) => state !== 'sent' || receipt === null || !receipts.has(receipt))
  }

  /** Lets go of what has failed when it turns out that the server has it: its answer was lost. */
  found(id: string): void {
    if (this.items.find(id)?.state !== 'failed') return
    const name = this.prefix + id
    void this.items.write(this.items.removalOf(id)).then(() => this.tabs?.tell(name))
    this.hearSent(name)
  }

  /** Has the kind of an item deliver it by another call: to write its request down. */
  async deliverWith(scope: Scope, item: OutboxItem, delivery: Delivery): Promise<void> {
    await this.kinds.get(item.kind)?.deliver(scope, item as never, delivery)
  }

  /** Nothing more is sent or kept: the person has signed out. */
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

  /** Starts whatever waits. */
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

  /** Code that does not come is asked for again; a second time in vain it may be gone for good. */
  private async loseCode(): Promise<void> {
    setTimeout(() => this.flush(), Math.min(AGAIN_MS * 2 ** this.losses, LONGEST_MS))
    this.losses += 1
    if (this.losses > 1 && isOnline() && (await this.kept)) this.onLostCode()
  }

  private hearSent(name: string): void {
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
