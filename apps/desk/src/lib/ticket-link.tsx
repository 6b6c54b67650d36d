import { paths } from '@podmoga/contract/staff-pages'
import { Link } from '@podmoga/ui/lib/navigation'
import type { ReactNode } from 'react'
import { useScope } from './scope.tsx'

/** Link to a ticket where the viewer may read it: the queue for agents, the staff app for managers, plain text for others. */
export function TicketLink({
  id,
  restaurant_id,
  children,
}: {
  id: string | undefined
  restaurant_id: string | undefined
  children: ReactNode
}) {
  const { roles } = useScope().me
  if (id === undefined) return children
  if (roles.includes('agent')) return <Link href={`/tickets/${id}`}>{children}</Link>
  if (roles.includes('manager') && restaurant_id !== undefined)
    return <a href={paths.ticket(restaurant_id, id)}>{children}</a>
  return children
}
