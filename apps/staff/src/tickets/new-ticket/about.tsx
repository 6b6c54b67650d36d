import { Button } from '@podmoga/ui/button/button'
import { Link } from '@podmoga/ui/lib/navigation'
import { createContext, type ReactNode, useContext } from 'react'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.tsx'
import type { NewTicketFields } from './new-ticket.rules.ts'
import { NEW_TICKET } from './new-ticket.texts.ts'

/** Preset fields of a new ticket. */
export interface About {
  fields: Pick<NewTicketFields, 'device' | 'category' | 'topic'>
  /** Content above the form. */
  intro: ReactNode
}

/** null: nothing is preset. */
export const AboutContext = createContext<About | null>(null)

interface AboutPartProps {
  /** The form's device code. */
  device: string
  onAway: () => void
}

/** Information about the ticket's device; for a restored draft only a link to it. */
export function AboutPart({ device, onAway }: AboutPartProps) {
  const { restaurantId } = useScope()
  const about = useContext(AboutContext)
  if (about !== null) return about.intro
  if (device === '') return null
  return (
    <p>
      <Link href={paths.device(restaurantId, device)}>{NEW_TICKET.about_device}</Link>{' '}
      <Button variant="ghost" size="s" onClick={onAway}>
        {NEW_TICKET.device_away}
      </Button>
    </p>
  )
}
