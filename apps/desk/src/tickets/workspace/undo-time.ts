/** How long what was done may be taken back. */
export const UNDO_MS = 5000

/** What a pointer or the focus does at an offer to undo. */
export interface Hold {
  onPointerEnter: () => void
  onPointerLeave: () => void
  onFocus: () => void
  onBlur: () => void
}

/**
 * The time of one offer to undo: `onEnd` comes five seconds after it was made, or after both the pointer and the focus
 * have left it. Whoever is at it loses it to no clock.
 */
export const makeUndoTime = (onEnd: () => void): { hold: Hold; stop: () => void } => {
  const at = { pointer: false, focus: false }
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    if (!at.pointer && !at.focus) timer = setTimeout(onEnd, UNDO_MS)
  }
  const set = (what: keyof typeof at, is: boolean) => () => {
    at[what] = is
    look()
  }
  look()
  return {
    hold: {
      onPointerEnter: set('pointer', true),
      onPointerLeave: set('pointer', false),
      onFocus: set('focus', true),
      onBlur: set('focus', false),
    },
    stop: () => clearTimeout(timer),
  }
}
