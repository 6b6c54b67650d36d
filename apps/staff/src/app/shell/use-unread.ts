import { useQuery } from '@tanstack/react-query'
import { unreadQuery } from '../../tickets/tickets.api.ts'
import { usePlace } from '../place.tsx'

/** Unread messages of support in this restaurant; null while unknown. */
export const useUnread = (): number | null => useQuery(unreadQuery(usePlace())).data ?? null
