import type { Call } from '@podmoga/contract/client'
import {
  type FigureBy,
  getFigures,
  getOwnFigures,
  listFigureTickets,
  listOwnFigureTickets,
} from '@podmoga/contract/desk/figures'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

const ROOT = ['figures'] as const

export interface FiguresQuery {
  from: string
  to: string
  by: FigureBy
  restaurant: string
  page: string
}

const given = (query: object) => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))

export const figuresQuery = (call: Call, is_own: boolean, asked: FiguresQuery) =>
  queryOptions({
    queryKey: [...ROOT, is_own, asked],
    queryFn: ({ signal }) => {
      const query = given(asked) as unknown as FiguresQuery
      return is_own ? call(getOwnFigures, { query }, { signal }) : call(getFigures, { query }, { signal })
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    // Invalid dates would be refused again.
    retry: false,
  })

type BehindAsked = Parameters<typeof call_of>[0]
const call_of = (query: { from: string; to: string; what: string }) => query

export const behindQuery = (call: Call, is_own: boolean, asked: BehindAsked) =>
  infiniteQueryOptions({
    queryKey: [...ROOT, 'tickets', is_own, asked],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...given(asked), ...(pageParam !== '' && { after: pageParam }) } as never
      return is_own
        ? call(listOwnFigureTickets, { query }, { signal })
        : call(listFigureTickets, { query }, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 10_000,
    retry: false,
  })
