import type { Call } from '@podmoga/contract/client'
import * as calls from '@podmoga/contract/desk/quality'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

export const QUALITY_ROOT = ['quality'] as const

const FIRST: string = ''
const pages = { initialPageParam: FIRST, staleTime: 0 }
const after = (id: string) => (id === '' ? {} : { query: { after: id } })

export const waitingQuery = (call: Call) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: [...QUALITY_ROOT, 'waiting'],
    queryFn: ({ signal, pageParam }) => call(calls.listQuality, after(pageParam), { signal }),
    getNextPageParam: ({ next }) => next,
  })

export const mineQuery = (call: Call) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: [...QUALITY_ROOT, 'mine'],
    queryFn: ({ signal, pageParam }) => call(calls.listReviewed, after(pageParam), { signal }),
    getNextPageParam: ({ next }) => next,
  })

export const wordsQuery = (call: Call) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: [...QUALITY_ROOT, 'words'],
    queryFn: ({ signal, pageParam }) => call(calls.listRatingWords, after(pageParam), { signal }),
    getNextPageParam: ({ next }) => next,
  })

export const sumsQuery = (call: Call) =>
  queryOptions({
    queryKey: [...QUALITY_ROOT, 'sums'],
    queryFn: ({ signal }) => call(calls.getQuality, {}, { signal }),
    staleTime: 0,
  })

/** Never refetched while the ticket is being scored. */
export const reviewQuery = (call: Call, reviewId: string) =>
  queryOptions({
    queryKey: ['quality review', reviewId],
    queryFn: ({ signal }) => call(calls.getQualityTicket, { params: { reviewId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

export const sendReview = (call: Call, reviewId: string, body: { answers: number[]; note?: string }) =>
  call(calls.reviewTicket, { params: { reviewId }, body })
