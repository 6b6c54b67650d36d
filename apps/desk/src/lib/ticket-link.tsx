import { paths } from '@podmoga/contract/staff-pages'
import { Link } from '@podmoga/ui/lib/navigation'
import type { ReactNode } from 'react'
import { useScope } from './scope.tsx'

/** A ticket where its reader may read it: an agent in the queue, a manager where their people do, nobody else. */
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
