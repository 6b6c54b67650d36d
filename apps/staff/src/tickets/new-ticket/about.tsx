import { Button } from '@podmoga/ui/button/button'
import { Link } from '@podmoga/ui/lib/navigation'
import { createContext, type ReactNode, useContext } from 'react'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.tsx'
import type { NewTicketFields } from './new-ticket.rules.ts'
import { NEW_TICKET } from './new-ticket.texts.ts'

/** What a new ticket is about before a word is written. */
export interface About {
  fields: Pick<NewTicketFields, 'device' | 'category' | 'topic'>
  /** What stands over the form. */
  intro: ReactNode
}

/** null: the person says everything themselves. */
export const AboutContext = createContext<About | null>(null)

interface AboutPartProps {
  /** Of the form. */
  device: string
  onAway: () => void
}

/** What is known of the device that the ticket is about; of a ticket that came back only that there is one. */
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
