import { DatabaseUnavailable } from './unavailable.ts'

/** The right to use one connection. */
export interface Slot {
  kind: string
  since: number
  /** The deadline, after which `expire` is called once. Infinity while no query is running. */
  due: number
  expire: () => void
}

interface Waiter {
  kind: string
  nested: boolean
  due: number
  enter: (slot: Slot) => void
  refuse: (error: Error) => void
}

export interface SlotOptions {
  total: number
  /** Whether kinds leave slots for each other; false for a command, which has the pool for itself. */
  shared: boolean
}

/** The pool's current and total use. */
export interface PoolUse {
  total: number
  taken: number
  waiting: number
  /** By kind of caller ('' is the process itself): how often it held a connection, and for how many seconds in total. */
  by_kind: ReadonlyMap<string, { count: number; seconds: number }>
}

/** A slot held longer than this counts as stuck, usually behind a lock. */
const SLOW_MS = 500
const WATCH_MS = 100
/** The maximum number of waiting callers per slot; more could not be served in time. */
const MOST_WAITING = 200

/**
 * Grants a fixed number of slots so that stuck callers block only their own kind. A kind may hold half of the slots that are not
 * stuck; the last quarter is reserved for kinds that hold none.
 */
export class Slots {
  private readonly holders = new Set<Slot>()
  private readonly kinds = new Map<string, number>()
  private readonly waiters = new Set<Waiter>()
  private readonly watch: NodeJS.Timeout
  private readonly options: SlotOptions
  private readonly used = new Map<string, { count: number; seconds: number }>()

  constructor(options: SlotOptions) {
    this.options = options
    this.watch = setInterval(() => this.look(), WATCH_MS).unref()
  }

  /**
   * Returns a slot, at once if one is free. `kind` '' is the process's own work, which is little and not limited by kind.
   * `nested`: the caller already holds a slot and would keep it while waiting.
   */
  take(kind: string, nested: boolean, patience_ms: number): Slot | Promise<Slot> {
    if (this.mayEnter(kind, nested)) return this.grant(kind)
    if (this.waiters.size >= this.options.total * MOST_WAITING)
      throw new DatabaseUnavailable('CONNECTION_BUSY', 'too many wait for the database')
    return new Promise((enter, refuse) => {
      this.waiters.add({ kind, nested, due: performance.now() + patience_ms, enter, refuse })
    })
  }

  leave(slot: Slot): void {
    if (!this.holders.delete(slot)) return
    const use = this.used.get(slot.kind) ?? { count: 0, seconds: 0 }
    use.count += 1
    use.seconds += (performance.now() - slot.since) / 1000
    this.used.set(slot.kind, use)
    const left = (this.kinds.get(slot.kind) ?? 1) - 1
    if (left === 0) this.kinds.delete(slot.kind)
    else this.kinds.set(slot.kind, left)
    this.admit()
  }

  /** Rejects all waiting callers. */
  close(): void {
    clearInterval(this.watch)
    for (const waiter of this.waiters)
      waiter.refuse(new DatabaseUnavailable('CONNECTION_LOST', 'the pool is closed'))
    this.waiters.clear()
  }

  get taken(): number {
    return this.holders.size
  }

  use(): PoolUse {
    const { total } = this.options
    return { total, taken: this.holders.size, waiting: this.waiters.size, by_kind: this.used }
  }

  private grant(kind: string): Slot {
    const slot: Slot = { kind, since: performance.now(), due: Number.POSITIVE_INFINITY, expire: () => {} }
    this.holders.add(slot)
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1)
    return slot
  }

  private mayEnter(kind: string, nested: boolean): boolean {
    const { total, shared } = this.options
    const taken = this.holders.size
    if (taken >= total) return false
    if (nested || kind === '' || !shared) return true
    const own = this.kinds.get(kind) ?? 0
    if (own === 0) return true
    if (taken >= Math.ceil((total * 3) / 4)) return false
    if (own < total / 8) return true
    return own < Math.max(1, Math.ceil((total - this.slow()) / 2))
  }

  private slow(): number {
    const before = performance.now() - SLOW_MS
    let slow = 0
    for (const { since } of this.holders) if (since < before) slow += 1
    return slow
  }

  private admit(): void {
    const full = new Set<string>()
    for (const waiter of this.waiters) {
      if (this.holders.size >= this.options.total) return
      if (!waiter.nested && full.has(waiter.kind)) continue
      if (this.mayEnter(waiter.kind, waiter.nested)) {
        this.waiters.delete(waiter)
        waiter.enter(this.grant(waiter.kind))
      } else full.add(waiter.kind)
    }
  }

  private look(): void {
    const now = performance.now()
    for (const waiter of this.waiters)
      if (waiter.due < now) {
        this.waiters.delete(waiter)
        waiter.refuse(new DatabaseUnavailable('CONNECTION_BUSY', 'no place became free in time'))
      }
    const late = [...this.holders].filter(({ due }) => due < now)
    // If this process was stalled, the answer may already be in the socket: read it before the deadline is enforced.
    if (late.length > 0)
      setImmediate(() => {
        for (const slot of late) if (slot.due < now && this.holders.has(slot)) slot.expire()
      })
  }
}
