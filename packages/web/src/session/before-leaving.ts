/** Callbacks that a page awaits before it redirects to the sign-in; added by lazily loaded code. */
export const beforeLeaving = new Set<() => Promise<unknown>>()
