/** A map that forgets what was not asked for the longest once it holds `max` entries. */
export interface Lru<V> {
  get: (key: string) => V | undefined
  set: (key: string, value: V) => void
  delete: (key: string) => void
}

export const makeLru = <V>(max: number): Lru<V> => {
  // A Map keeps the order of insertion, so what was used last is moved to its end.
  const entries = new Map<string, V>()
  return {
    get: (key) => {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set: (key, value) => {
      entries.delete(key)
      entries.set(key, value)
      if (entries.size <= max) return
      const oldest = entries.keys().next()
      if (oldest.done !== true) entries.delete(oldest.value)
    },
    delete: (key) => void entries.delete(key),
  }
}
