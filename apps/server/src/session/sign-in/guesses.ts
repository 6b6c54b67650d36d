import { Refusal } from '@podmoga/contract/refusals'
import type { Deps } from '../../deps.ts'
import { addressOf } from './address.ts'
import { forgetGuesses, type GuessLimit, giveBackGuess, guessSubject, reserveGuess } from './guesses.sql.ts'

/** A guess that two counts hold: what is guessed at, and the address that it comes from. */
export interface Guess {
  /** Whether the next one will be refused, if this one is wrong: by each count. */
  last: { own: boolean; address: boolean }
  /** What the address alone would have been refused; null: nothing. */
  held: Refusal | null
  /** It was right: all wrong ones about the same are forgiven; its address, which many share, gets this one back. */
  forgive: () => Promise<void>
}

/**
 * Counts a guess as a wrong one before it is looked at. Refuses `too_often` while either count holds it back: then it is
 * not to be looked at, and it says nothing about its address.
 * @param isAtHome whether what is guessed at is known at that address: others' guesses there then hold it back no longer.
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
