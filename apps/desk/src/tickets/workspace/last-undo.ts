/** How the last thing that was done is taken back, whichever it was; null: nothing was, or it has been. */
let last: (() => unknown) | null = null

export const undoable = (undo: () => unknown): void => {
  last = undo
}

/** Takes it back; false: there is nothing. */
export const undoLast = (): boolean => {
  const undo = last
  last = null
  undo?.()
  return undo !== null
}
