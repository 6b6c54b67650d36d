const MOST = 24

const keyOf = (list: string, restaurantId: string): string => `list-size/${restaurantId}/${list}`

/** The length of a list when last seen, so that its placeholder has the right height. */
export const lastSize = (list: string, restaurantId: string, otherwise: number): number => {
  try {
    const kept = Number(localStorage.getItem(keyOf(list, restaurantId)))
    return kept >= 1 ? Math.min(kept, MOST) : otherwise
  } catch {
    return otherwise
  }
}

export const keepSize = (list: string, restaurantId: string, size: number): void => {
  try {
    localStorage.setItem(keyOf(list, restaurantId), String(size))
  } catch {
    // Storage may be refused; the next visit then uses the default.
  }
}
