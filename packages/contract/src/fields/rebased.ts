type Fields<T> = Record<keyof T, unknown>

/** One's own over what another has saved meanwhile: a field that was left as it was `seen` is as it is there. */
export const rebased = <T extends object>(mine: T, seen: Fields<T>, theirs: Fields<T>): T => {
  const left = Object.entries(theirs).filter(
    ([name]) => name in mine && mine[name as keyof T] === seen[name as keyof T],
  )
  return { ...mine, ...Object.fromEntries(left) }
}
