import { makeOutboxStore } from '@podmoga/web/outbox/store'

/** IndexedDB store of draft files and of outbox items. */
export const outboxStore = makeOutboxStore('podmoga-desk-outbox', async (db) => {
  const { takeOverDesk } = await import('./outbox.take-over.ts')
  await takeOverDesk(db)
})
