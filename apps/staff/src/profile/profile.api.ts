import { getOwnData } from '@podmoga/contract/desk/personal-data'
import type { Answer } from '@podmoga/contract/endpoint'
import { getProfile } from '@podmoga/contract/own-profile'
import * as calls from '@podmoga/contract/profile'
import { ofPage } from '@podmoga/web/page-screen'
import { queryOptions } from '@tanstack/react-query'
import type { Scope } from '../lib/scope.tsx'

const DICTIONARY_FRESH_MS = 60 * 60_000

export const countriesQuery = ({ restaurantId, call }: Scope) =>
  queryOptions({
    queryKey: ['countries', restaurantId],
    queryFn: ({ signal }) => call(calls.listCountries, {}, { signal }),
    select: (answer) => answer.countries,
    staleTime: DICTIONARY_FRESH_MS,
  })

export const regionsQuery = ({ restaurantId, call }: Scope, code: string) =>
  queryOptions({
    queryKey: ['countries', restaurantId, code],
    queryFn: ({ signal }) => call(calls.listRegions, { params: { code } }, { signal }),
    select: (answer) => answer.regions,
    staleTime: DICTIONARY_FRESH_MS,
    enabled: code !== '',
  })

/** The user's sessions; other backends may lack this call. */
export const sessionsQuery = ({ restaurantId, call }: Scope) =>
  queryOptions({
    queryKey: ['sessions', restaurantId],
    placeholderData: ofPage(['sessions', restaurantId]),
    queryFn: ({ signal }) => call(calls.listSessions, {}, { signal }),
    select: (answer) => answer.sessions,
    retry: false,
  })

/** Whether the user has requested erasure; other backends may lack this call. */
export const ownDataQuery = ({ restaurantId, call }: Scope) =>
  queryOptions({
    queryKey: ['own data', restaurantId],
    queryFn: ({ signal }) => call(getOwnData, {}, { signal }),
    retry: false,
  })

export type AddressKind = 'email' | 'phone'

export interface CodeSent {
  ok: boolean
  error: string | null
  /** Milliseconds until another code may be requested. */
  wait: number
  /** The address belongs to another user. */
  is_taken: boolean
}

const sentOf = (
  { ok, error, delay_until_next_otp }: Omit<Answer<typeof calls.sendEmailUpdateCode>, 'email_exists'>,
  exists: boolean | null | undefined,
): CodeSent => ({
  ok,
  error: error ?? null,
  wait: (delay_until_next_otp ?? 0) * 1000,
  is_taken: exists === true,
})

/** Requests a code to an e-mail or, in E.164, to a phone. */
export const sendCode = async ({ call }: Scope, kind: AddressKind, address: string): Promise<CodeSent> => {
  if (kind === 'email') {
    const answer = await call(calls.sendEmailUpdateCode, { body: { email: address } })
    return sentOf(answer, answer.email_exists)
  }
  const answer = await call(calls.sendPhoneUpdateCode, { body: { phone: address } })
  return sentOf(answer, answer.phone_exists)
}

// The server stores an e-mail in NFC with its domain in lower case, and compares e-mails without case.
const plain = (email: string): string => email.normalize('NFC').trim().toLowerCase()

/** Whether an e-mail or phone (E.164), however typed, is the user's own; an e-mail must be verified too. */
export const isOwn = (profile: calls.Profile, kind: AddressKind, address: string): boolean =>
  kind === 'phone'
    ? profile.phone === address
    : plain(profile.email ?? '') === plain(address) && profile.is_email_verified === true

/** Whether a new e-mail or phone is the user's own by now. */
export const isProven = async ({ call }: Scope, kind: AddressKind, address: string): Promise<boolean> =>
  isOwn((await call(getProfile, {})).details, kind, address)

/** Verifies an address by its code; `error` says why it failed. */
export const verifyCode = async (
  { call }: Scope,
  kind: AddressKind,
  { address, code }: { address: string; code: string },
): Promise<{ ok: boolean; error: string | null }> => {
  const { ok, message } =
    kind === 'email'
      ? await call(calls.verifyEmail, { body: { email: address, code } })
      : await call(calls.verifyPhone, { body: { phone: address, code } })
  return { ok, error: message ?? null }
}
