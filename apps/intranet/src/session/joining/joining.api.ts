import type { Answer } from '@podmoga/contract/endpoint'
import { uuid } from '@podmoga/contract/fields/uuid'
import * as calls from '@podmoga/contract/joining'
import { Refusal } from '@podmoga/contract/refusals'
import { ask } from '@podmoga/web/session/ask'
import { stored } from '@podmoga/web/stored'

/** The state of this page: a poster, or a join request made with it. */
export type Joining =
  | ({ state: 'poster' } & Answer<typeof calls.lookAtPoster>)
  | Answer<typeof calls.lookAtJoining>

const keyInUrl = (): string => new URLSearchParams(location.search).get('key') ?? ''
// The request outlives the page: scanning the poster again shows its current state.
const storageKey = (): string => `podmoga.join.${keyInUrl()}`
const keptToken = (): string => stored.get(storageKey()) ?? ''

export const forgetJoining = (): void => stored.set(storageKey(), null)

/** The current state of the request; Refusal `not_found` if it no longer exists. */
export const lookAtJoining = () => ask(calls.lookAtJoining, { body: { token: keptToken() } })

export const findJoining = async (): Promise<Joining> => {
  if (keptToken() !== '')
    try {
      return await lookAtJoining()
    } catch (error) {
      if (!(error instanceof Refusal) || !['not_found', 'invalid'].includes(error.code)) throw error
      forgetJoining()
    }
  return { state: 'poster', ...(await ask(calls.lookAtPoster, { body: { key: keyInUrl() } })) }
}

export const askToJoin = async (form: { first_name: string; last_name: string; phone: string }) => {
  // An idempotency key, kept until the call is answered, over a reload too: the code sent belongs to the first attempt.
  const attemptKey = `${storageKey()}.attempt`
  const attempt = stored.get(attemptKey) ?? uuid()
  stored.set(attemptKey, attempt)
  const { token } = await ask(calls.askToJoin, { body: { ...form, key: keyInUrl(), attempt } })
  stored.set(attemptKey, null)
  stored.set(storageKey(), token)
  return lookAtJoining()
}

export const sendJoinCode = () => ask(calls.sendJoinCode, { body: { token: keptToken() } })
export const confirmJoin = (code: string) => ask(calls.confirmJoin, { body: { token: keptToken(), code } })

/** Signs in; the server sets both cookies. */
export const finishJoining = async (password: string) => {
  const memberships = await ask(calls.finishJoining, { body: { token: keptToken(), password } })
  forgetJoining()
  return memberships
}
