import { makePushOwners } from '@podmoga/web/push/push-owner'

/** Whose notices the app shows in this browser; its worker reads the same. */
export const owners = makePushOwners('podmoga-push')

export const WORKER = { script: '/service-worker.js', scope: '/' }
