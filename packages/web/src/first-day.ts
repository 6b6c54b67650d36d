import { stored } from './stored.ts'

const NAME = 'podmoga-first-day'
const DAY_MS = 24 * 3600_000
const MOST_DAYS = 7

/** A person joined a restaurant on this device: its home shows a welcome until it is done or dismissed, at most for a week. */
export const firstDay = {
  begin: (): void => stored.set(NAME, String(Date.now())),
  isOn: (): boolean => {
    const since = stored.get(NAME)
    return since !== null && Date.now() - Number(since) < MOST_DAYS * DAY_MS
  },
  end: (): void => stored.set(NAME, null),
}
