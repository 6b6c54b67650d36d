/** Drafts, and what is on its way; the page's and the worker's. */
export const OUTBOX_DATABASE = 'podmoga-outbox'
