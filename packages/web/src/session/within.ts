/** Returns a promise's value, or `late` after a timeout in ms. Rejects if the promise rejects before the timeout. */
export const within = <T, L>(ms: number, promise: Promise<T>, late: L): Promise<T | L> =>
  Promise.race([promise, new Promise<L>((resolve) => setTimeout(resolve, ms, late))])
