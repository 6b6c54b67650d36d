import type { Call } from '@podmoga/contract/client'
import { getDesk } from '@podmoga/contract/desk/tickets'
import { ofPage } from '@podmoga/web/page-screen'
import { queryOptions } from '@tanstack/react-query'

const ME = ['session', 'desk'] as const

/** The signed-in person and their roles. */
export const deskQuery = (call: Call) =>
  queryOptions({
    queryKey: ME,
    queryFn: ({ signal }) => call(getDesk, {}, { signal }),
    staleTime: 5 * 60_000,
    placeholderData: ofPage(ME),
  })
