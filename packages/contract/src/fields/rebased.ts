type Fields<T> = Record<keyof T, unknown>

/** Rebases my changes on theirs, saved meanwhile: a field that I left as I had `seen` it takes their value. */
export const rebased = <T extends object>(mine: T, seen: Fields<T>, theirs: Fields<T>): T => {
  const left = Object.entries(theirs).filter(
    ([name]) => name in mine && mine[name as keyof T] === seen[name as keyof T],
  )
  return { ...mine, ...Object.fromEntries(left) }
}
