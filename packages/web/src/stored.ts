// A browser that refuses storage only forgets: nothing here throws.
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
      // full or refused
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

/** Where an app notes whom it has still to forget in this browser: persons by lines; see session/forgetting.ts. */
export const TO_FORGET = 'to_forget/'

export const noteToForget = (app: string, person: string): void =>
  stored.set(TO_FORGET + app, `${stored.get(TO_FORGET + app) ?? ''}\n${person}`)
