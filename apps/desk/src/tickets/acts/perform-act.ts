import type { Call } from '@podmoga/contract/client'
import type { QueryClient } from '@tanstack/react-query'
import { openReplyOutbox } from '../composer/use-outbox.ts'
import { type ActData, perform } from './acts.ts'

/** {@link perform} through this person's outbox. */
export const performAct = (
  call: Call,
  person: string,
  cache: QueryClient,
  data: ActData,
): Promise<object | null> => perform(openReplyOutbox(call, person, cache), data)
