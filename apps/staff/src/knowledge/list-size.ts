const MOST = 24

const keyOf = (list: string, restaurantId: string): string => `list-size/${restaurantId}/${list}`

/** How long a list was when it was last seen, so that its placeholder takes the room the list will take. */
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
    // Storage may be refused; the next visit then guesses.
  }
}
