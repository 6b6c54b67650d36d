/** How long an action can be undone. */
export const UNDO_MS = 5000

/** Pointer and focus handlers of an undo offer. */
export interface Hold {
  onPointerEnter: () => void
  onPointerLeave: () => void
  onFocus: () => void
  onBlur: () => void
}

/**
 * Timer of one undo offer: calls `onEnd` five seconds after it was made, or after both the pointer and the focus have left
 * it. It never ends while the user is at it.
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
