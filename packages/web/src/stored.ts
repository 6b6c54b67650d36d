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
  removeAll: (prefix: string): void => {
    try {
      for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
    } catch {
      // refused
    }
  },
}
