import { useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import type { InvitedMany } from './invite-many-dialog.tsx'

const held = new Map<string, InvitedMany>()

/**
 * Links that are shown once, until they were printed or saved: whoever went away and comes back within the page's life
 * finds them. In memory alone: whoever has a link is let in.
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
    /** They were taken. */
    take: () => void held.delete(person),
    done: () => {
      held.delete(person)
      show(null)
    },
  }
}
