/** What a page waits for before it goes to the sign-in: added by code that comes late. */
export const beforeLeaving = new Set<() => Promise<unknown>>()
