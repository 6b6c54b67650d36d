import type { Call } from '@podmoga/contract/client'
import * as calls from '@podmoga/contract/desk/material/review'
import { queryOptions } from '@tanstack/react-query'
import { KNOWLEDGE_ROOT } from '../knowledge.api.ts'

export const reviewKey = (materialId: string) => [...KNOWLEDGE_ROOT, 'review', materialId] as const

/** Polled while a text is under review, because somebody else decides. */
export const reviewQuery = (call: Call, materialId: string) =>
  queryOptions({
    queryKey: reviewKey(materialId),
    queryFn: ({ signal }) => call(calls.getReview, { params: { materialId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.review?.returned === null ? 15_000 : false),
    gcTime: 0,
  })

/** `at`: local time of the business, as 2026-12-03T09:00; null: publish on approval. */
export const askReview = (call: Call, materialId: string, revision: number, at: string | null) =>
  call(calls.askReview, { params: { materialId }, body: { revision, at } })
/** `idempotency_key` is kept over retries of one submit. */
export const approveReview = (call: Call, materialId: string, seen: string, idempotency_key: string) =>
  call(calls.approveReview, { params: { materialId }, body: { seen } }, { idempotency_key })
export const returnReview = (call: Call, materialId: string, seen: string, word: string) =>
  call(calls.returnReview, { params: { materialId }, body: { seen, word } })
export const withdrawReview = (call: Call, materialId: string) =>
  call(calls.withdrawReview, { params: { materialId } })
