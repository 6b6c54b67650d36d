import { makeLocalDb } from '../local-db.ts'

/** The recipient of this browser's notifications, and its push endpoint. */
export interface PushOwner {
  /** The token's subject. */
  person: string
  /** The `owner` of every push for them. */
  owner: string
  endpoint: string
  /** When the server last confirmed the subscription, in epoch milliseconds. */
  checked_at: number
}

/** The database for one app's notifications, shared by its worker and pages. */
export const makePushOwners = (database: string) => {
  const db = makeLocalDb(database, ['owner'])
  return {
    read: (): Promise<PushOwner | null> => db.get<PushOwner>('owner', 'owner'),
    write: (owner: PushOwner): Promise<void> => db.put('owner', 'owner', owner),
    /** Removes the owner and the list of shown events. */
    remove: (): Promise<boolean> => db.removeAll('owner', ''),
    /** The recent events for which a notification was shown, oldest first. */
    readShown: async (): Promise<string[]> => (await db.get<string[]>('owner', 'shown')) ?? [],
    writeShown: (shown: readonly string[]): Promise<void> => db.put('owner', 'shown', shown),
  }
}
export type PushOwners = ReturnType<typeof makePushOwners>
