import { Refusal } from '@podmoga/contract/refusals'
import { isRefusal } from '@podmoga/web/explain'
import type { Memberships } from './return-to.ts'
import { enter } from './session.api.ts'

/** Whether nobody knows what became of a call: it may have been made. */
export const isLost = (error: unknown): boolean =>
  error instanceof Refusal && ['network', 'unreadable', 'unavailable'].includes(error.code)

/** Whether this password opens, though a second step may follow; it signs in when none does. */
export const opens = (login: string, password: string): Promise<boolean> =>
  enter({ login, password }).then(
    () => true,
    (error: unknown) => isRefusal(error, 'second_step_needed'),
  )

interface Chosen {
  login: string | null
  password: string
}

/**
 * Attempts at using up a one-time link or code by choosing a password. Where the answer to one was lost on its way, the
 * next is refused although the password stands: that password signs in instead. Rejects as the attempt did, or with
 * `second_step_needed`.
 */
export const makeAttempts = () => {
  let wasLost = false
  return async (attempt: () => Promise<Memberships>, { login, password }: Chosen): Promise<Memberships> => {
    try {
      return await attempt()
    } catch (error) {
      if (isLost(error)) wasLost = true
      if (!wasLost || isLost(error) || login === null) throw error
      return enter({ login, password }).catch((second: unknown) => {
        throw isRefusal(second, 'second_step_needed') ? second : error
      })
    }
  }
}
