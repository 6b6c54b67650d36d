/** Undo of the last action; null if there is none or it has been used. */
let last: (() => unknown) | null = null

export const undoable = (undo: () => unknown): void => {
  last = undo
}

let underWay: Promise<unknown> | null = null

/** Tracks work that ends with {@link undoable}: its effect may be visible, and undone by the user, before its response. */
export const doing = <T>(work: Promise<T>): Promise<T> => {
  const all = Promise.allSettled([underWay, work]).then(() => {
    if (underWay === all) underWay = null
  })
  underWay = all
  return work
}

/** Undoes the offered action at once, regardless of work in progress. Returns false if there is none. */
export const undoOffered = (): boolean => {
  const undo = last
  last = null
  undo?.()
  return undo !== null
}

/** Waits for work in progress and undoes its action; nothing if that work failed. Returns false if there is nothing to undo. */
export const undoLast = (): boolean => {
  const undo = last
  if (underWay === null) return undoOffered()
  void underWay.then(() => undo === last || undoLast())
  return true
}
