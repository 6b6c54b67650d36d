import { stored, TO_FORGET } from '../stored.ts'
import { within } from './within.ts'

/** The timeout for the removal at sign-out or at the next opening, in ms: some disks never answer. */
const LONGEST_MS = 2000

const read = (app: string): string[] => (stored.get(TO_FORGET + app) ?? '').split('\n').filter(Boolean)

/** Removes all local data of a person in an app; returns whether it was removed. */
export type Forget = (person: string) => Promise<boolean>

/** Removes the data of one noted person, and their note. */
const forgetOne = async (app: string, person: string, forget: Forget): Promise<void> => {
  if (!(await forget(person))) return
  const left = read(app).filter((one) => one !== person)
  stored.set(TO_FORGET + app, left.join('\n') || null)
}

/**
 * Removes the data of all noted persons, and of `leaver`, whose note may be missing if the browser blocks storage. Takes two
 * seconds at most; persons whose data is not removed by then stay noted. Never rejects.
 */
export const forgetNoted = async (app: string, forget: Forget, ...leaver: string[]): Promise<void> => {
  const persons = new Set([...read(app), ...leaver])
  const all = Array.from(persons, (person) => forgetOne(app, person, forget).catch(() => undefined))
  await within(LONGEST_MS, Promise.all(all), undefined)
}
