import type { OutboxItem } from '@podmoga/web/outbox/item'
import type { OutboxDb } from '@podmoga/web/outbox/store'
import { forgetSources, type Source, takeOver } from '@podmoga/web/outbox/take-over'
import { draftKey } from './outbox-keys.ts'

/** A reply as stored by releases before the shared outbox. */
interface OldReply {
  key: string
  ticket_id: string
  text: string
  files: File[]
  close: boolean
  seen?: string | undefined
  created_at: string
  error: string | null
}

const OLD = { database: 'podmoga-desk', stores: ['draft_files', 'outbox'] } as const

const fromReply = ({ key, ticket_id, text, files, close, seen, ...kept }: OldReply): OutboxItem => ({
  id: key,
  key,
  kind: 'reply',
  queue: ticket_id,
  data: { ticket_id, text, close, seen },
  files,
  created_at: kept.created_at,
  // As after a reload: sent again only at the user's request.
  state: 'failed',
  resend: 'never',
  sent_bytes: 0,
  total_bytes: 0,
  problem: kept.error,
  receipt: null,
})

const personOf = (key: string): string => key.slice(0, key.indexOf('/'))

/** The database of releases before the shared outbox. */
const OLD_DATABASES: readonly Source[] = [
  {
    ...OLD,
    from: 'draft_files',
    convert: (key, files) => {
      const person = personOf(key)
      return { store: 'drafts', key: draftKey(person, key.slice(person.length + 1)), value: files }
    },
  },
  {
    ...OLD,
    from: 'outbox',
    convert: (key, reply: OldReply) => ({
      store: 'outbox',
      key: draftKey(personOf(key), reply.key),
      value: fromReply(reply),
    }),
  },
]

/** Migrates drafts and pending replies left on this device by a release before the shared outbox. */
export const takeOverDesk = (db: OutboxDb): Promise<void> => takeOver(db, OLD_DATABASES)

/** Removes the person's records that could not be migrated. */
export const forgetOldDatabase = (person: string): Promise<boolean> => forgetSources(OLD_DATABASES, person)
