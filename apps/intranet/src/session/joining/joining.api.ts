import type { Answer } from '@podmoga/contract/endpoint'
import { uuid } from '@podmoga/contract/fields/uuid'
import * as calls from '@podmoga/contract/joining'
import { Refusal } from '@podmoga/contract/refusals'
import { ask } from '@podmoga/web/session/ask'
import { stored } from '@podmoga/web/stored'

/** What this page is about: a poster, or a request that was made by it. */
export type Joining =
  | ({ state: 'poster' } & Answer<typeof calls.lookAtPoster>)
  | Answer<typeof calls.lookAtJoining>

const keyHere = (): string => new URLSearchParams(location.search).get('key') ?? ''
// The request outlives the page: whoever scans the poster again finds it as it stands.
const placeOf = (): string => `podmoga.join.${keyHere()}`
const tokenHere = (): string => stored.get(placeOf()) ?? ''

export const forgetJoining = (): void => stored.set(placeOf(), null)

/** The request as it stands; Refusal `not_found` when there is none any more. */
export const lookAtJoining = () => ask(calls.lookAtJoining, { body: { token: tokenHere() } })

export const findJoining = async (): Promise<Joining> => {
  if (tokenHere() !== '')
    try {
      return await lookAtJoining()
    } catch (error) {
      if (!(error instanceof Refusal) || !['not_found', 'invalid'].includes(error.code)) throw error
      forgetJoining()
    }
  return { state: 'poster', ...(await ask(calls.lookAtPoster, { body: { key: keyHere() } })) }
}

export const askToJoin = async (form: { first_name: string; last_name: string; phone: string }) => {
  // Kept until it is answered, over a reload too: the code that comes belongs to what was asked first.
  const place = `${placeOf()}.attempt`
  const attempt = stored.get(place) ?? uuid()
  stored.set(place, attempt)
  const { token } = await ask(calls.askToJoin, { body: { ...form, key: keyHere(), attempt } })
  stored.set(place, null)
  stored.set(placeOf(), token)
  return lookAtJoining()
}

export const sendJoinCode = () => ask(calls.sendJoinCode, { body: { token: tokenHere() } })
export const confirmJoin = (code: string) => ask(calls.confirmJoin, { body: { token: tokenHere(), code } })

/** Signs in; the server sets both cookies. */
export const finishJoining = async (password: string) => {
  const memberships = await ask(calls.finishJoining, { body: { token: tokenHere(), password } })
  forgetJoining()
  return memberships
}
