import { makeCall } from '@podmoga/contract/client'
import { fetchTransport } from '@podmoga/contract/transports'
import { config } from '../config.ts'
import { readSession } from './stored-session.ts'

/** The contract's client for signed-in and anonymous users: sends the stored token, if any, and never renews it. */
export const ask = makeCall({
  base_url: config.base_url,
  transport: fetchTransport,
  headers: (): Record<string, string> => {
    const token = readSession()?.access_token
    return { 'Accept-Language': 'ru', ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) }
  },
})
