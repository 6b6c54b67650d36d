import { forgetNoted } from '@podmoga/web/session/forgetting'
import { FEATURES } from './features.ts'

/** Removes the data of people whose removal at sign-out did not finish, and of `leaver`, who signs out now. */
export const forgetWhoLeft = (...leaver: string[]): Promise<void> => {
  const forget = async (person: string): Promise<boolean> => {
    const isLeaving = leaver.includes(person)
    const gone = await Promise.all(FEATURES.map((feature) => feature.forget?.(person, isLeaving) ?? true))
    return gone.every(Boolean)
  }
  return forgetNoted('desk', forget, ...leaver)
}
