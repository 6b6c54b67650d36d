import type { Call } from '@podmoga/contract/client'
import * as calls from '@podmoga/contract/desk/material/care'
import { queryOptions } from '@tanstack/react-query'
import { KNOWLEDGE_ROOT } from '../knowledge.api.ts'

export const careKey = (materialId: string) => [...KNOWLEDGE_ROOT, 'care', materialId] as const

export const careQuery = (call: Call, materialId: string) =>
  queryOptions({
    queryKey: careKey(materialId),
    queryFn: ({ signal }) => call(calls.getCare, { params: { materialId } }, { signal }),
  })

/** The changed fields; omitted ones stay. */
export interface CareChange {
  owner?: string | null
  check_on?: string | null
  check_months?: number | null
}
export const setCare = (call: Call, materialId: string, body: CareChange) =>
  call(calls.setCare, { params: { materialId }, body })

/** Marks the material as checked; `seen` is the due date that was shown. */
export const markChecked = (call: Call, materialId: string, seen: string | null) =>
  call(calls.markChecked, { params: { materialId }, body: { seen } })
