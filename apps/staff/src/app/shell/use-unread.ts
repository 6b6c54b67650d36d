import { useQuery } from '@tanstack/react-query'
import { useScope } from '../../lib/scope.tsx'
import { unreadQuery } from '../../tickets/tickets.api.ts'

/** Unread messages of support in this restaurant; null while unknown. */
export const useUnread = (): number | null => useQuery(unreadQuery(useScope())).data ?? null
