import * as calls from '@podmoga/contract/notifications'
import { queryOptions } from '@tanstack/react-query'
import type { Scope } from '../scope.tsx'

export const notificationsQuery = ({ restaurantId, call }: Scope) =>
  queryOptions({
    queryKey: ['notices', restaurantId],
    queryFn: ({ signal }) => call(calls.getNotices, {}, { signal }),
    staleTime: 0,
    retry: false,
  })

/** Changes the given settings; returns all of them. */
export const saveNotices = (
  { call }: Scope,
  body: Partial<calls.NotificationChoices> & { asked?: true },
): Promise<calls.NotificationSettings> => call(calls.saveNotices, { body })

export const askNotifications = ({ call }: Scope): Promise<calls.NotificationSettings> =>
  call(calls.getNotices, {})

export const subscribeDevice = (
  { call }: Scope,
  body: { endpoint: string; p256dh: string; auth: string; shows_text: boolean },
) => call(calls.subscribeDevice, { body })

export const unsubscribeDevice = ({ call }: Scope) => call(calls.unsubscribeDevice, {})
