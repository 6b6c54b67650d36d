/** Drafts and unsent items; shared by the page and the service worker. */
export const OUTBOX_DATABASE = 'podmoga-outbox'
