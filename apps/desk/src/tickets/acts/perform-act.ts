import type { Call } from '@podmoga/contract/client'
import type { QueryClient } from '@tanstack/react-query'
import { openReplyOutbox } from '../composer/use-outbox.ts'
import { type ActData, perform } from './acts.ts'

/** As {@link perform}, by the outbox of this person. */
export const performAct = (
  call: Call,
  person: string,
  cache: QueryClient,
  data: ActData,
): Promise<object | null> => perform(openReplyOutbox(call, person, cache), data)
