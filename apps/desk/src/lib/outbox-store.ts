import { makeOutboxStore } from '@podmoga/web/outbox/store'

/** Files of unfinished replies, and what is on its way. */
export const outboxStore = makeOutboxStore('podmoga-desk-outbox', async (db) => {
  const { takeOverDesk } = await import('./outbox.take-over.ts')
  await takeOverDesk(db)
})

/** Where everything of the desk is sent from. */
export const PLACE = 'desk'
/** The key of a draft's record. */
export const draftKey = (person: string, name: string): string => `${person}/${PLACE}/${name}`
