import { makeQueryClient } from '@podmoga/web/query-client'

export const queryClient = makeQueryClient()
