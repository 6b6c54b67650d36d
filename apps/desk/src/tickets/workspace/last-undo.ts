/** How the last thing that was done is taken back, whichever it was; null: nothing was, or it has been. */
let last: (() => unknown) | null = null

export const undoable = (undo: () => unknown): void => {
  last = undo
}

let underWay: Promise<unknown> | null = null

/** Work that ends with `undoable`: what it does may be seen, and be unwanted, before its answer is here. */
export const doing = <T>(work: Promise<T>): Promise<T> => {
  const all = Promise.allSettled([underWay, work]).then(() => {
    if (underWay === all) underWay = null
  })
  underWay = all
  return work
}

/** Takes back what is offered: that is done already, whatever else is under way. False: there is nothing. */
export const undoOffered = (): boolean => {
  const undo = last
  last = null
  undo?.()
  return undo !== null
}

/** Takes it back, once what is under way is done; of what fails then, nothing. False: there is nothing. */
export const undoLast = (): boolean => {
  const undo = last
  if (underWay === null) return undoOffered()
  void underWay.then(() => undo === last || undoLast())
  return true
}
