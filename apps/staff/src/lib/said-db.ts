import { makeLocalDb } from '@podmoga/web/local-db'

/** A small thing that a person has said without a network: kept until the server has heard it. */
export interface Said {
  kind: string
  key: string
  data: unknown
  at: number
  /** Why the server will not have it, in Russian: it waits for its person, who wrote it. */
  problem?: string
}

/** By person, restaurant, kind and key. */
export const saidDb = makeLocalDb('podmoga-said', ['said'])

/** Held by whoever sends what stands under `prefix`. */
export const lockOfSaid = (prefix: string): string => `said ${prefix}`
