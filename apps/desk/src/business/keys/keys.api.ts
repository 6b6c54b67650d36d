import type { Call } from '@podmoga/contract/client'
import * as calls from '@podmoga/contract/desk/keys'
import type { CallInput } from '@podmoga/contract/endpoint'
import { queryOptions } from '@tanstack/react-query'
import { BUSINESS_ROOT } from '../business.api.ts'

export const keysQuery = (call: Call) =>
  queryOptions({
    queryKey: [...BUSINESS_ROOT, 'keys'],
    queryFn: ({ signal }) => call(calls.listApiKeys, {}, { signal }),
    staleTime: 10_000,
  })

export const addApiKey = (
  call: Call,
  body: CallInput<typeof calls.addApiKey>['body'],
  idempotency_key: string,
) => call(calls.addApiKey, { body }, { idempotency_key })
export const revokeApiKey = (call: Call, keyId: string) => call(calls.revokeApiKey, { params: { keyId } })
