import { Refusal } from '@podmoga/contract/refusals'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import { forgetGuesses, type GuessLimit, giveBackGuess, guessSubject, reserveGuess } from './guesses.sql.ts'

/** A guess counted twice: by what is guessed and by the address it comes from. */
export interface Guess {
  /** Whether the next guess will be refused in case this one is wrong, by each count. */
  last: { own: boolean; address: boolean }
  /** The refusal that the address count alone would have caused; null if none. */
  held: Refusal | null
  /**
   * Call if the guess was right: resets the own count, and takes this guess back from the address, which many people
   * share.
   */
  forgive: () => Promise<void>
}

/**
 * Counts a guess as wrong before it is checked. Throws `too_often` while either count blocks it: then it must not be
 * checked, and the address count is left unchanged.
 * @param isAtHome whether the subject is known at that address: the address count then does not block it.
 */
export const makeGuessing =
  ({ sql, secrets }: Pick<Deps, 'sql' | 'secrets'>, limits: { own: GuessLimit; address: GuessLimit }) =>
  async ({
    about,
    ip,
    now,
    isAtHome = async () => false,
  }: {
    about: string
    ip: string
    now: Date
    isAtHome?: () => Promise<boolean>
  }): Promise<Guess> => {
    const own = guessSubject(secrets.seal_key, about)
    const address = guessSubject(secrets.seal_key, addressOf(ip))
    const by_address = await reserveGuess(sql, limits.address, address, now).catch(async (error: unknown) => {
      if (!(error instanceof Refusal) || !(await isAtHome())) throw error
      return error
    })
    const held = by_address instanceof Refusal ? by_address : null
    const giveBackAddress = async (): Promise<void> => {
      if (held === null) await giveBackGuess(sql, limits.address, address)
    }
    const by_own = await reserveGuess(sql, limits.own, own, now).catch(async (refusal: unknown) => {
      await giveBackAddress()
      throw refusal
    })
    return {
      last: { own: by_own.last, address: by_address instanceof Refusal ? false : by_address.last },
      held,
      forgive: async () => {
        await forgetGuesses(sql, limits.own, own)
        await giveBackAddress()
      },
    }
  }
