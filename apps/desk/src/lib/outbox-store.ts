import { makeOutboxStore } from '@podmoga/web/outbox/store'

/** Files of unfinished replies, and what is on its way. */
export const outboxStore = makeOutboxStore('podmoga-desk-outbox', async (db) => {
  const { takeOverDesk } = await import('./outbox.take-over.ts')
  await takeOverDesk(db)
})
