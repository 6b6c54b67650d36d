/** What a page waits for before it goes to the sign-in, when there is anything: set by code that comes late. */
export const beforeLeaving: { wait: (() => Promise<unknown>) | null } = { wait: null }
