import type { Call } from '@podmoga/contract/client'
import * as calls from '@podmoga/contract/desk/material/audience'
import type { Answer, CallInput } from '@podmoga/contract/endpoint'
import { queryOptions } from '@tanstack/react-query'
import { KNOWLEDGE_ROOT } from '../knowledge.api.ts'

export const audienceKey = (materialId: string) => [...KNOWLEDGE_ROOT, 'audience', materialId] as const

export const audienceQuery = (call: Call, materialId: string) =>
  queryOptions({
    queryKey: audienceKey(materialId),
    queryFn: ({ signal }) => call(calls.getAudience, { params: { materialId } }, { signal }),
  })

/** The restaurants to choose from (up to thousands), fetched when the dialog opens. */
export const choicesQuery = (call: Call, business: string) =>
  queryOptions({
    queryKey: [...KNOWLEDGE_ROOT, 'audience choices', business],
    queryFn: ({ signal }) => call(calls.listAudienceChoices, { query: { business } }, { signal }),
    staleTime: 60_000,
  })

export type AudienceChange = CallInput<typeof calls.setAudience>['body']

export const setAudience = (
  call: Call,
  materialId: string,
  body: AudienceChange,
): Promise<Answer<typeof calls.setAudience>> => call(calls.setAudience, { params: { materialId }, body })
