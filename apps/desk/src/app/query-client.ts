import { makeQueryClient } from '@podmoga/web/query-client'

/** Refetches on focus and reconnect: a desk page stays open all day. */
export const queryClient = makeQueryClient({ refetchOnWindowFocus: 'always', refetchOnReconnect: 'always' })
