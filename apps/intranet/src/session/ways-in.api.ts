import * as calls from '@podmoga/contract/business'
import { makeCall } from '@podmoga/contract/client'
import { fetchTransport } from '@podmoga/contract/transports'
import type { z } from 'zod'
import { config } from '../lib/config.ts'

// Whoever comes here has no session yet: the key of the link is all they have.
const ask = makeCall({
  base_url: config.base_url,
  transport: fetchTransport,
  headers: () => ({ 'Accept-Language': 'ru' }),
})

/** The key that this page was opened with. */
const keyHere = (): string => new URLSearchParams(location.search).get('key') ?? ''

export const lookAtSetup = () => ask(calls.lookAtSetup, { body: { key: keyHere() } })
export const setUp = (form: Omit<z.input<typeof calls.Setup>, 'key'>) =>
  ask(calls.setUp, { body: { ...form, key: keyHere() } })

export const lookAtInvitation = () => ask(calls.lookAtInvitation, { body: { key: keyHere() } })
export const acceptInvitation = (form: { first_name?: string; password: string }) =>
  ask(calls.acceptInvitation, { body: { ...form, key: keyHere() } })
