import type { Call } from '@podmoga/contract/client'
import { getPublished, getPublishedTree, searchPublished } from '@podmoga/contract/desk/reading'
import { listDeskRestaurants } from '@podmoga/contract/desk/tickets'
import { queryOptions } from '@tanstack/react-query'
import { KNOWLEDGE_ROOT } from '../knowledge.api.ts'

const READING = [...KNOWLEDGE_ROOT, 'reading'] as const

/** The restaurants whose knowledge bases this agent may read. */
export const membershipsQuery = (call: Call) =>
  queryOptions({
    queryKey: [...READING, 'places'],
    queryFn: async ({ signal }) => (await call(listDeskRestaurants, {}, { signal })).restaurants,
    staleTime: 5 * 60_000,
  })

export const publishedTreeQuery = (call: Call, restaurant: string) =>
  queryOptions({
    queryKey: [...READING, 'tree', restaurant],
    queryFn: ({ signal }) => call(getPublishedTree, { query: { restaurant } }, { signal }),
    staleTime: 30_000,
  })

export const publishedSearchQuery = (call: Call, restaurant: string, search: string) =>
  queryOptions({
    queryKey: [...READING, 'search', restaurant, search],
    queryFn: ({ signal }) => call(searchPublished, { query: { restaurant, search } }, { signal }),
    staleTime: 30_000,
  })

export const publishedQuery = (call: Call, restaurant: string, materialId: string) =>
  queryOptions({
    queryKey: [...READING, 'material', restaurant, materialId],
    queryFn: ({ signal }) =>
      call(getPublished, { params: { materialId }, query: { restaurant } }, { signal }),
    staleTime: 30_000,
  })
