import * as calls from '@podmoga/contract/notices'
import { queryOptions } from '@tanstack/react-query'
import type { Place } from './place.tsx'

export const noticesQuery = ({ restaurantId, call }: Place) =>
  queryOptions({
    queryKey: ['notices', restaurantId],
    queryFn: ({ signal }) => call(calls.getNotices, {}, { signal }),
    staleTime: 0,
    retry: false,
  })

/** Changes what is given; answers everything as it is then. */
export const saveNotices = (
  { call }: Place,
  body: Partial<calls.NoticeChoices> & { asked?: true },
): Promise<calls.Notices> => call(calls.saveNotices, { body })

export const askNotices = ({ call }: Place): Promise<calls.Notices> => call(calls.getNotices, {})

export const subscribeDevice = (
  { call }: Place,
  body: { endpoint: string; p256dh: string; auth: string; shows_text: boolean },
) => call(calls.subscribeDevice, { body })

export const unsubscribeDevice = ({ call }: Place) => call(calls.unsubscribeDevice, {})
