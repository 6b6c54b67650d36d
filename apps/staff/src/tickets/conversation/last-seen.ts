import type { Scope } from '../../lib/scope.tsx'

const PREFIX = 'seen/'
const keyOf = ({ person, restaurantId }: Scope, ticketId: string) =>
  `${PREFIX}${person}/${restaurantId}/${ticketId}`

/** The newest message of a ticket that this device has shown to this user. */
export const readSeen = (scope: Scope, ticketId: string): string | null => {
  try {
    return localStorage.getItem(keyOf(scope, ticketId))
  } catch {
    return null
  }
}

export const writeSeen = (scope: Scope, ticketId: string, messageId: string): void => {
  try {
    localStorage.setItem(keyOf(scope, ticketId), messageId)
  } catch {
    // Without storage the divider is not shown.
  }
}

export const forgetSeen = (person: string): void => {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(`${PREFIX}${person}/`)) localStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
