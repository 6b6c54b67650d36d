import type { Call } from '@podmoga/contract/client'
import * as calls from '@podmoga/contract/desk/providers'
import type { CallInput } from '@podmoga/contract/endpoint'
import { queryOptions } from '@tanstack/react-query'
import { BUSINESS_ROOT } from '../business.api.ts'

export const providersQuery = (call: Call) =>
  queryOptions({
    queryKey: [...BUSINESS_ROOT, 'providers'],
    queryFn: ({ signal }) => call(calls.listProviders, {}, { signal }),
    staleTime: 10_000,
  })

export const addProvider = (
  call: Call,
  body: CallInput<typeof calls.addProvider>['body'],
  idempotency_key: string,
) => call(calls.addProvider, { body }, { idempotency_key })
export const changeProvider = (
  call: Call,
  providerId: string,
  body: CallInput<typeof calls.changeProvider>['body'],
) => call(calls.changeProvider, { params: { providerId }, body })
export const testProvider = (call: Call, providerId: string) =>
  call(calls.testProvider, { params: { providerId } })
export const removeProvider = (call: Call, providerId: string) =>
  call(calls.removeProvider, { params: { providerId } })
