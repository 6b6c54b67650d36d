import { Refusal } from '@podmoga/contract/refusals'
import { isRefusal } from '../explain.ts'
import type { OutboxItem } from './item.ts'

/** How a request goes: how to stop it, and how much of it has left. */
export interface Delivery {
  signal: AbortSignal
  onProgress: (sent: number, total: number) => void
}

/** One kind of what goes through an outbox. Features register theirs; what is of no registered kind waits. */
export interface Kind<Scope, D = never> {
  name: string
  /** Resolves to the server's id of it, null where it tells none. Rejects with a `Refusal`. */
  deliver: (scope: Scope, item: OutboxItem<D>, delivery: Delivery) => Promise<string | null>
  /** Refused for now: it waits, and so does what follows it. No network and nobody signed in are that for every kind. */
  isPassing?: (error: unknown) => boolean
  /** `drop` lets go of what the server will not have; else it stays, failed, for its person. */
  refused?: 'drop'
  /** It stays in sight as sent until `settle` is told that the server's copy is shown. */
  settles?: true
  /** Hears what was sent, here or elsewhere; it is in sight until this is over. */
  onSent?: (item: OutboxItem<D>) => unknown
  /** Hears what was refused and stays; answers what else changes in it. */
  onFailed?: (item: OutboxItem<D>, error: unknown) => { data: unknown } | undefined
  /** Hears once of each run in which something of the kind was answered. */
  onAnswered?: () => void
}

/** Refused before it left: nobody is signed in, or somebody else. It waits for its person. */
export const isNobodyHere = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'token_expired' && error.status === 0

/** Codes after which the very same may go through another time. */
const PASSING = [
  'network',
  'unavailable',
  'internal',
  'too_often',
  'token_expired',
  'unauthorized',
  'subscription_expired',
] as const

/** No network, a busy or broken server, nobody signed in, a business that has not paid. */
export const isPassing = (error: unknown): boolean => PASSING.some((code) => isRefusal(error, code))
