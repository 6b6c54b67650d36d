import { Outbox } from '@podmoga/web/outbox/outbox'
import { makeOutboxStore } from '@podmoga/web/outbox/store'
import { mayReload, reloadWhenReachable } from '../lost-code.ts'
import type { Scope } from '../scope.tsx'
import { OUTBOX_DATABASE } from './outbox-database.ts'

export const outboxStore = makeOutboxStore(OUTBOX_DATABASE, async (db) => {
  const { takeOverStaff } = await import('./outbox.take-over.ts')
  await takeOverStaff(db)
})

const outboxes = new Map<string, Outbox<Scope>>()

/** The outbox of this user in this restaurant. */
export const openOutbox = (scope: Scope): Outbox<Scope> => {
  const { person, restaurantId } = scope
  const name = `${person}/${restaurantId}`
  const outbox =
    outboxes.get(name) ??
    new Outbox({
      store: outboxStore,
      scope,
      person,
      scopeKey: restaurantId,
      onLostCode: () => void reloadWhenReachable(mayReload),
    })
  // Not cached on the server, which renders for many users.
  if (typeof window !== 'undefined') outboxes.set(name, outbox)
  return outbox
}

/** Closes a user's outboxes on sign-out, before their stored items are deleted. */
export const closeOutboxes = (person: string): void => {
  for (const [name, outbox] of outboxes) if (name.startsWith(`${person}/`)) outbox.close()
}
