import { useQuery } from '@tanstack/react-query'
import { usePlace } from '../../lib/place.tsx'
import { unreadQuery } from '../../tickets/tickets.api.ts'

/** Unread messages of support in this restaurant; null while unknown. */
export const useUnread = (): number | null => useQuery(unreadQuery(usePlace())).data ?? null
