import { makePushOwners } from '@podmoga/web/push/push-owner'

/** The user who gets this browser's notifications; the service worker reads the same store. */
export const owners = makePushOwners('podmoga-push')

export const WORKER = { script: '/service-worker.js', scope: '/' }
