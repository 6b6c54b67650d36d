import type { Call } from '@podmoga/contract/client'
import { openOutbox } from '../../lib/outbox.ts'
import { drafts } from '../composer/drafts.ts'
import type { ReplyData } from '../composer/outbox.kinds.ts'
import { arrivals } from '../queue/arrivals.ts'

/** Moves drafts, loading files and unsent replies of a merged ticket to the surviving one. */
export const takeAlong = async (person: string, call: Call, from: string, to: string): Promise<void> => {
  await drafts.move(person, from, to)
  arrivals.move(person, from, to)
  openOutbox(call, person).move(from, to, (reply: ReplyData) => ({ ...reply, ticket_id: to }))
}
