import { makeQueryClient } from '@podmoga/web/query-client'

/** A page of the desk stands open all day. */
export const queryClient = makeQueryClient({ refetchOnWindowFocus: 'always', refetchOnReconnect: 'always' })
