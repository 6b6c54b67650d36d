/** A pointer that stays over a row for so long means it. */
export const MEANT_MS = 60

/**
 * Tells a row that is about to be opened from those that only go by under the pointer while the list is scrolled: of a
 * thousand that went by, none is asked for.
 */
export const makeApproach = (approach: (id: string) => void) => {
  let meant: ReturnType<typeof setTimeout> | undefined
  return {
    /** The pointer has come over a row. */
    onEnter: (id: string): void => {
      clearTimeout(meant)
      meant = setTimeout(() => approach(id), MEANT_MS)
    },
    onLeave: (): void => clearTimeout(meant),
    /** By the keyboard or a finger: that is meant at once. */
    onApproach: approach,
  }
}
