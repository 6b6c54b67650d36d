import type { Call } from '@podmoga/contract/client'
import * as calls from '@podmoga/contract/second-step'
import { queryOptions } from '@tanstack/react-query'

export const secondStepQuery = (call: Call) =>
  queryOptions({
    queryKey: ['session', 'second step'],
    queryFn: ({ signal }) => call(calls.getSecondStep, {}, { signal }),
    staleTime: 0,
  })

export const beginTotp = (call: Call) => call(calls.beginTotp, {})
export const enableTotp = (call: Call, code: string) => call(calls.enableTotp, { body: { code } })
export const disableTotp = (call: Call) => call(calls.disableTotp, {})
export const renewRecoveryCodes = (call: Call) => call(calls.renewRecoveryCodes, {})
export const passSecondStep = (call: Call, body: { code: string } | { passkey: calls.Assertion }) =>
  call(calls.passSecondStep, { body })
