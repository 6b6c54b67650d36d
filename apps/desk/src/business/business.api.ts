import type { Call } from '@podmoga/contract/client'
import {
  findRestaurants,
  getHandbook,
  getNextSteps,
  listAdminRestaurants,
  listTimezones,
} from '@podmoga/contract/desk/admin'
import { getPeopleImport, type RowFate } from '@podmoga/contract/desk/imports'
import { countPeople, getAdminPerson, getInviteWays, listPeople } from '@podmoga/contract/desk/people'
import { getAdminSettings } from '@podmoga/contract/desk/settings'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'

/** Query key prefix of the domain. */
export const BUSINESS_ROOT = ['business'] as const
const PAGE = '50'

export interface PeopleFilter {
  restaurant_group: string
  search: string
  restaurant: string
  role: string
  state: string
}

const ONLY = ['no_people', 'quiet', 'archived'] as const
export type RestaurantPage = z.output<(typeof findRestaurants)['answer']>
export type ListedRestaurant = RestaurantPage['results'][number]

const given = <F extends object>(filter: F) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))

export const peopleQuery = (call: Call, filter: PeopleFilter) =>
  infiniteQueryOptions({
    queryKey: [...BUSINESS_ROOT, 'people', filter],
    queryFn: ({ signal, pageParam }) =>
      call(
        listPeople,
        { query: { ...given(filter), page_size: PAGE, ...(pageParam !== '' && { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 10_000,
  })

export const peopleCountQuery = (call: Call, filter: PeopleFilter) =>
  queryOptions({
    queryKey: [...BUSINESS_ROOT, 'people count', filter],
    queryFn: ({ signal }) => call(countPeople, { query: given(filter) }, { signal }),
    staleTime: 10_000,
  })

/** The configured ways to send invitations, and the lifetime of their links. */
export const inviteWaysQuery = (call: Call) =>
  queryOptions({
    queryKey: [...BUSINESS_ROOT, 'invite ways'],
    queryFn: ({ signal }) => call(getInviteWays, {}, { signal }),
    staleTime: 60_000,
  })

/** The first matches of a search; disabled for an empty text. */
export const foundPeopleQuery = (call: Call, search: string) =>
  queryOptions({
    queryKey: [...BUSINESS_ROOT, 'found people', search],
    queryFn: ({ signal }) => call(listPeople, { query: { search, page_size: '6' } }, { signal }),
    enabled: search !== '',
    staleTime: 10_000,
  })

export const personQuery = (call: Call, personId: string) =>
  queryOptions({
    queryKey: [...BUSINESS_ROOT, 'person', personId],
    queryFn: ({ signal }) => call(getAdminPerson, { params: { personId } }, { signal }),
    enabled: personId !== '',
    staleTime: 10_000,
  })

export const restaurantsQuery = (call: Call) =>
  queryOptions({
    queryKey: [...BUSINESS_ROOT, 'restaurants'],
    queryFn: ({ signal }) => call(listAdminRestaurants, {}, { signal }),
    staleTime: 10_000,
  })

export const restaurantListQuery = (
  call: Call,
  filter: Record<'search' | 'city' | 'chain' | 'group' | 'only', string>,
) =>
  infiniteQueryOptions({
    queryKey: [...BUSINESS_ROOT, 'restaurant list', filter],
    queryFn: ({ signal, pageParam }) => {
      const { only, ...texts } = filter
      const narrowed = ONLY.find((one) => one === only)
      return call(
        findRestaurants,
        {
          query: {
            ...given(texts),
            ...(narrowed !== undefined && { only: narrowed }),
            page_size: PAGE,
            ...(pageParam !== '' && { after: pageParam }),
          },
        },
        { signal },
      )
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 10_000,
  })

/** All time zones with their names and current offsets; fresh for one hour, because offsets change on the hour. */
export const timezonesQuery = (call: Call) =>
  queryOptions({
    queryKey: [...BUSINESS_ROOT, 'timezones'],
    queryFn: ({ signal }) => call(listTimezones, {}, { signal }),
    staleTime: 3_600_000,
  })

export const handbookQuery = (call: Call) =>
  queryOptions({
    queryKey: [...BUSINESS_ROOT, 'handbook'],
    queryFn: ({ signal }) => call(getHandbook, {}, { signal }),
    // A refetch must not overwrite what is being typed.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })

export const adminSettingsQuery = (call: Call) =>
  queryOptions({
    queryKey: [...BUSINESS_ROOT, 'admin settings'],
    queryFn: ({ signal }) => call(getAdminSettings, {}, { signal }),
    // A refetch must not overwrite what is being typed.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })

/** Polling interval of a running import. */
const RUNNING_MS = 500

/** One page of an import's rows with its progress; polled while it runs. */
export const importQuery = (call: Call, asked: { id: string; fate: RowFate | ''; after: string }) =>
  queryOptions({
    queryKey: [...BUSINESS_ROOT, 'people import', asked],
    queryFn: ({ signal }) => {
      const { id, fate, after } = asked
      const query = { ...(fate !== '' && { fate }), ...(after !== '' && { after }) }
      return call(getPeopleImport, { params: { importId: id }, query }, { signal })
    },
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? RUNNING_MS : false),
    staleTime: 0,
  })

export const stepsQuery = (call: Call) =>
  queryOptions({
    queryKey: [...BUSINESS_ROOT, 'steps'],
    queryFn: ({ signal }) => call(getNextSteps, {}, { signal }),
    staleTime: 0,
  })
