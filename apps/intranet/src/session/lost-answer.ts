import { Refusal } from '@podmoga/contract/refusals'
import { isRefusal } from '@podmoga/web/explain'
import type { Memberships } from './return-to.ts'
import { enter } from './session.api.ts'

/** Whether the outcome of a call is unknown: it may have been carried out. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof Refusal && ['network', 'unreadable', 'unavailable'].includes(error.code)

/** Whether the password is right, even if a second step follows; signs in if none does. */
export const checkPassword = (login: string, password: string): Promise<boolean> =>
  enter({ login, password }).then(
    () => true,
    (error: unknown) => isRefusal(error, 'second_step_needed'),
  )

interface Chosen {
  login: string | null
  password: string
}

/**
 * Attempts to use up a one-time link or code by choosing a password. If the answer to one was lost, the next attempt is refused
 * although the password has been set: then that password signs in. Rejects with the attempt's error, or with
 * `second_step_needed`.
 */
export const makeAttempts = () => {
  let wasLost = false
  return async (attempt: () => Promise<Memberships>, { login, password }: Chosen): Promise<Memberships> => {
    try {
      return await attempt()
    } catch (error) {
      if (isOutcomeUnknown(error)) wasLost = true
      if (!wasLost || isOutcomeUnknown(error) || login === null) throw error
      return enter({ login, password }).catch((second: unknown) => {
        throw isRefusal(second, 'second_step_needed') ? second : error
      })
    }
  }
}
