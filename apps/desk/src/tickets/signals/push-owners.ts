import { makePushOwners } from '@podmoga/web/push/push-owner'

/** Storage of the push subscription's owner in this browser, shared by the page and the service worker. */
export const owners = makePushOwners('podmoga-desk-push')
