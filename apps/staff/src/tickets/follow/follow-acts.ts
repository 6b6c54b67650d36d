import type { Follow } from '@podmoga/contract/notifications'
import { toast } from '@podmoga/ui/toast/toast'
import type { QueryClient } from '@tanstack/react-query'
import type { Scope } from '../../lib/scope.tsx'
import { askReaders } from '../shift/shift.api.ts'
import { follow, followQuery } from '../tickets.api.ts'
import { FOLLOW } from './follow.texts.ts'

const SAID = {
  auto: 'Об этом тикете скажем, как обо всех',
  on: 'Следите за тикетом: скажем о каждом ответе',
  off: 'Об этом тикете не побеспокоим',
} as const

/** Sets the notification level of one ticket. */
export const choose = async (
  scope: Scope,
  queryClient: QueryClient,
  ticketId: string,
  to: Follow,
): Promise<void> => {
  queryClient.setQueryData(followQuery(scope, ticketId).queryKey, await follow(scope, ticketId, to))
  toast.success({ title: SAID[to] })
}

/** Shows who has read support's last reply. */
export const showReaders = async (scope: Scope, ticketId: string): Promise<void> => {
  const { message_id, readers } = await askReaders(scope, ticketId)
  if (readers.length > 0) toast.info({ title: FOLLOW.readers, text: readers.join(', ') })
  else
    toast.info({
      title: message_id === null ? 'Поддержка ещё не ответила' : 'Ответ поддержки ещё никто не прочитал',
    })
}
