import * as calls from '@podmoga/contract/business'
import { ask } from '@podmoga/web/session/ask'
import type { z } from 'zod'

/** The key in this page's URL. */
const keyInUrl = (): string => new URLSearchParams(location.search).get('key') ?? ''

export const lookAtSetup = () => ask(calls.lookAtSetup, { body: { key: keyInUrl() } })
export const setUp = (form: Omit<z.input<typeof calls.Setup>, 'key'>) =>
  ask(calls.setUp, { body: { ...form, key: keyInUrl() } })

export const lookAtInvitation = () => ask(calls.lookAtInvitation, { body: { key: keyInUrl() } })
export const acceptInvitation = (form: { first_name?: string; password: string }) =>
  ask(calls.acceptInvitation, { body: { ...form, key: keyInUrl() } })
