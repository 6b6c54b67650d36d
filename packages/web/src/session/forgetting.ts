import { stored, TO_FORGET } from '../stored.ts'
import { within } from './within.ts'

/** How long whoever leaves, or opens the app again, waits for a disk to forget, in ms. Some never say whether they have. */
const LONGEST_MS = 2000

const read = (app: string): string[] => (stored.get(TO_FORGET + app) ?? '').split('\n').filter(Boolean)

/** Removes all that an app keeps of a person in this browser; answers whether it is gone. */
export type Forget = (person: string) => Promise<boolean>

/** Forgets one of those that are noted. */
const forgetOne = async (app: string, person: string, forget: Forget): Promise<void> => {
  if (!(await forget(person))) return
  const left = read(app).filter((one) => one !== person)
  stored.set(TO_FORGET + app, left.join('\n') || null)
}

/**
 * Forgets all who are noted, and `leaver`, who may not be where the browser refuses notes; in two seconds at most. Who is
 * not forgotten by then stays noted. Never rejects.
 */
export const forgetNoted = async (app: string, forget: Forget, ...leaver: string[]): Promise<void> => {
  const persons = new Set([...read(app), ...leaver])
  const all = Array.from(persons, (person) => forgetOne(app, person, forget).catch(() => undefined))
  await within(LONGEST_MS, Promise.all(all), undefined)
}
