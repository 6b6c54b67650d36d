import { makePushOwners } from '@podmoga/web/push/push-owner'

/** Whose calls the desk shows in this browser; its worker reads the same. */
export const owners = makePushOwners('podmoga-desk-push')
