// localStorage that never throws: if storage is blocked, nothing is remembered.
export const stored = {
  get: (key: string): string | null => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  /** Null removes. */
  set: (key: string, value: string | null): void => {
    try {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    } catch {
      // full or blocked
    }
  },
  keys: (prefix: string): string[] => {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
    } catch {
      return []
    }
  },
  removeAll: (prefix: string): void => {
    for (const key of stored.keys(prefix)) stored.set(key, null)
  },
}

/** Key prefix of an app's list of persons whose local data must still be removed, one per line; see session/forgetting.ts. */
export const TO_FORGET = 'to_forget/'

export const noteToForget = (app: string, person: string): void =>
  stored.set(TO_FORGET + app, `${stored.get(TO_FORGET + app) ?? ''}\n${person}`)
