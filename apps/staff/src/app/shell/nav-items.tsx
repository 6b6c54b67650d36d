import { Badge } from '@podmoga/ui/badge/badge'
import { cx } from '@podmoga/ui/lib/cx'
import { Link } from '@podmoga/ui/lib/navigation'
import { VisuallyHidden } from '@podmoga/ui/visually-hidden/visually-hidden'
import { useQuery } from '@tanstack/react-query'
import { MessageSquare, Search, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { preloadPage } from '../../lib/preload-page.ts'
import { useScope } from '../../lib/scope.tsx'
import { unreadQuery } from '../../tickets/tickets.api.ts'
import { SHELL } from './shell.texts.ts'

interface Item {
  href: string
  text: string
  /** The accessible name, if it differs from the text. */
  label?: string
  icon: ReactNode
  isCurrent: boolean
  count?: number | null
}

/** «Поиск», «Тикеты» with the unread count, «Мой аккаунт»: their links and which one is current. */
export function useNavItems(): { search: Item; tickets: Item; account: Item } {
  const scope = useScope()
  const { restaurantId } = scope
  const { pathname } = useLocation()
  const unread = useQuery(unreadQuery(scope)).data ?? null
  const isTickets = pathname.includes('tickets')
  const isAccount = pathname.startsWith(paths.profile(restaurantId))
  return {
    search: {
      href: paths.home(restaurantId),
      text: SHELL.search,
      icon: <Search size={20} aria-hidden />,
      isCurrent: !isTickets && !isAccount,
    },
    tickets: {
      href: paths.tickets(restaurantId),
      text: SHELL.tickets,
      icon: <MessageSquare size={20} aria-hidden />,
      isCurrent: isTickets,
      count: unread,
      ...(unread ? { label: SHELL.tickets_unread(unread) } : {}),
    },
    account: {
      href: paths.profile(restaurantId),
      text: SHELL.account,
      icon: <UserRound size={20} aria-hidden />,
      isCurrent: isAccount,
    },
  }
}

interface NavLinkProps {
  item: Item
  className: string | undefined
  currentClassName: string | undefined
}

/** An item of the main menu; the badge is inside the link and part of its accessible name. */
export function NavLink({ item, className, currentClassName }: NavLinkProps) {
  // `pointerenter` comes a moment before the click.
  const preload = () => preloadPage(item.href)
  return (
    <Link
      href={item.href}
      className={cx(className, item.isCurrent && currentClassName)}
      aria-current={item.isCurrent ? 'page' : undefined}
      onPointerEnter={preload}
      onTouchStart={preload}
    >
      {item.icon}
      <span aria-hidden={item.label !== undefined}>{item.text}</span>
      <Badge count={item.count} />
      {item.label !== undefined && <VisuallyHidden>{item.label}</VisuallyHidden>}
    </Link>
  )
}
