import { forgetNoted } from '@podmoga/web/session/forgetting'
import { FEATURES } from './features.ts'

const forget = async (person: string): Promise<boolean> => {
  const gone = await Promise.all(FEATURES.map((feature) => feature.forget?.(person) ?? true))
  return gone.every(Boolean)
}

/** Forgets whoever has left while the disk did not answer, and whoever leaves now. */
export const forgetWhoLeft = (...leaver: string[]): Promise<void> => forgetNoted('desk', forget, ...leaver)
