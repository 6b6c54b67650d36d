import { makeLocalDb } from '../local-db.ts'

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

/** The database of one app's notices; its worker and its pages open the same. */
export const makePushOwners = (database: string) => {
  const db = makeLocalDb(database, ['owner'])
  return {
    read: (): Promise<PushOwner | null> => db.get<PushOwner>('owner', 'owner'),
    write: (owner: PushOwner): Promise<void> => db.put('owner', 'owner', owner),
    /** Forgets the owner, and with them what they were shown. */
    remove: (): Promise<boolean> => db.removeAll('owner', ''),
    /** The news that this browser has rung for of late, the oldest first. */
    readShown: async (): Promise<string[]> => (await db.get<string[]>('owner', 'shown')) ?? [],
    writeShown: (shown: readonly string[]): Promise<void> => db.put('owner', 'shown', shown),
  }
}
export type PushOwners = ReturnType<typeof makePushOwners>
