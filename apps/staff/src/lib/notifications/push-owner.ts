import { makeLocalDb } from '@podmoga/web/local-db'

/** Whose notices this browser shows, and where it is told. */
export interface PushOwner {
  /** The token's subject. */
  person: string
  /** What every push of theirs carries. */
  owner: string
  endpoint: string
  /** When the server last said that it knows this browser, epoch milliseconds. */
  checked_at: number
}

const db = makeLocalDb('podmoga-push', ['owner'])

export const readOwner = (): Promise<PushOwner | null> => db.get<PushOwner>('owner', 'owner')
export const writeOwner = (owner: PushOwner): Promise<void> => db.put('owner', 'owner', owner)
/** Forgets the owner, and with them what they were shown. */
export const removeOwner = (): Promise<boolean> => db.removeAll('owner', '')

/** The news that this browser has rung for of late, the oldest first. */
export const readShown = async (): Promise<string[]> => (await db.get<string[]>('owner', 'shown')) ?? []
export const writeShown = (shown: readonly string[]): Promise<void> => db.put('owner', 'shown', shown)
