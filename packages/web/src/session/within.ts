/** What a promise comes to; `late` when it has not within so many milliseconds. Rejects as it does, when in time. */
export const within = <T, L>(ms: number, promise: Promise<T>, late: L): Promise<T | L> =>
  Promise.race([promise, new Promise<L>((resolve) => setTimeout(resolve, ms, late))])
