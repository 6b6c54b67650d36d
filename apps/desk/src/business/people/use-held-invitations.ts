import { useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import type { InvitedMany } from './invite-many-dialog.tsx'

const held = new Map<string, InvitedMany>()

/**
 * Invitation links, held until they were printed or saved, so that they are not lost by navigating within the app. In
 * memory only, because a link grants access.
 */
export const useHeldInvitations = () => {
  const { person } = useScope()
  const [invited, show] = useState(() => held.get(person) ?? null)
  return {
    invited,
    hold: (made: InvitedMany) => {
      held.set(person, made)
      show(made)
    },
    /** Call when the links were printed or saved. */
    take: () => void held.delete(person),
    done: () => {
      held.delete(person)
      show(null)
    },
  }
}
