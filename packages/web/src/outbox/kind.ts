import { Refusal } from '@podmoga/contract/refusals'
import { isRefusal } from '../explain.ts'
import type { OutboxItem } from './item.ts'

/** The abort signal and the progress callback of a request. */
export interface Delivery {
  signal: AbortSignal
  onProgress: (sent: number, total: number) => void
}

/** A kind of outbox items. Features register their kinds; items of an unregistered kind wait. */
export interface Kind<Scope, D = never> {
  name: string
  /** Resolves to the id assigned by the server, or null. Rejects with a `Refusal`. */
  deliver: (scope: Scope, item: OutboxItem<D>, delivery: Delivery) => Promise<string | null>
  /** Whether an error is temporary: the queue waits. No network and no signed-in person always are. */
  isPassing?: (error: unknown) => boolean
  /** `drop` removes refused items; otherwise they stay as failed, for the user to decide. */
  refused?: 'drop'
  /** The item stays visible as sent until `settle` is called: the server's copy is shown. */
  settles?: true
  /** Called when an item was sent, by any tab; the item stays visible until this settles. */
  onSent?: (item: OutboxItem<D>) => unknown
  /** Called when an item was refused and stays; may return changed data for it. */
  onFailed?: (item: OutboxItem<D>, error: unknown) => { data: unknown } | undefined
  /** Called once after each run in which an item of this kind was answered. */
  onAnswered?: () => void
}

/** Refused locally: no person, or another one, is signed in. The item waits for its own person. */
export const isNobodyHere = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'token_expired' && error.status === 0

/** Codes of temporary errors: a retry may succeed. */
const PASSING = [
  'network',
  'unavailable',
  'internal',
  'too_often',
  'token_expired',
  'unauthorized',
  'subscription_expired',
] as const

/** Whether a retry may succeed: no network, a busy or broken server, nobody signed in, or an unpaid business. */
export const isPassing = (error: unknown): boolean => PASSING.some((code) => isRefusal(error, code))
