import { makeCall } from '@podmoga/contract/client'
import * as calls from '@podmoga/contract/profile'
import { fetchTransport } from '@podmoga/contract/transports'
import { tokensIn } from '@podmoga/contract/user-tokens'
import { config } from '../lib/config.ts'

// Whoever comes here mostly has no session; the one that brings the link of a notice need not end with the others.
const ask = makeCall({
  base_url: config.base_url,
  transport: fetchTransport,
  headers: (): Record<string, string> => {
    const token = tokensIn(document.cookie)?.access_token
    return { 'Accept-Language': 'ru', ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) }
  },
})

/** Sends a code to whoever signs in so; the answer is the same for everybody. */
export const sendRecoveryCode = (login: string) => ask(calls.sendRecoveryCode, { body: { login } })

export const recoverPassword = (body: { login: string; code: string; new_password: string }) =>
  ask(calls.recoverPassword, { body })

/** What the link of a notice takes back. */
export const readRevert = (token: string) => ask(calls.readRevert, { body: { token } })

export const revertChange = (token: string) => ask(calls.revertChange, { body: { token } })
