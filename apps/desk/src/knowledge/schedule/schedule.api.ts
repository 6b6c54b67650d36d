import type { Call } from '@podmoga/contract/client'
import * as calls from '@podmoga/contract/desk/material/schedule'
import { queryOptions } from '@tanstack/react-query'
import { KNOWLEDGE_ROOT } from '../knowledge.api.ts'

export const scheduleKey = (materialId: string) => [...KNOWLEDGE_ROOT, 'schedule', materialId] as const

/** Polled while a publication is scheduled, because the server publishes it. */
export const scheduleQuery = (call: Call, materialId: string) =>
  queryOptions({
    queryKey: scheduleKey(materialId),
    queryFn: ({ signal }) => call(calls.getSchedule, { params: { materialId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.schedule ? 15_000 : false),
    gcTime: 0,
  })

/** `at`: local time of the business, as 2026-12-03T09:00. */
export const scheduleMaterial = (call: Call, materialId: string, revision: number, at: string) =>
  call(calls.scheduleMaterial, { params: { materialId }, body: { revision, at } })
export const cancelSchedule = (call: Call, materialId: string) =>
  call(calls.cancelSchedule, { params: { materialId } })
