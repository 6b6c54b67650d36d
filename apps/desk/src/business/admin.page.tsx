import type { DeskRole } from '@podmoga/contract/session'
import { Link } from '@podmoga/ui/lib/navigation'
import { Outlet, useLocation } from 'react-router'
import { usePlace } from '../lib/place.tsx'
import styles from './business.module.css'
import { BUSINESS } from './business.texts.ts'
import { OPERATOR } from './data.texts.ts'

const ROOMS = [
  { href: '/admin', label: BUSINESS.start, roles: ['admin'] },
  { href: '/admin/people', label: BUSINESS.people, roles: ['admin', 'manager'] },
  { href: '/admin/restaurants', label: BUSINESS.restaurants, roles: ['admin'] },
  { href: '/admin/handbook', label: BUSINESS.handbook, roles: ['admin'] },
  { href: '/admin/settings', label: BUSINESS.settings, roles: ['admin'] },
  { href: '/admin/sign-in', label: BUSINESS.sign_in, roles: ['admin'] },
  { href: '/admin/keys', label: BUSINESS.keys, roles: ['admin'] },
  { href: '/admin/journal', label: BUSINESS.journal, roles: ['admin'] },
  { href: '/admin/businesses', label: OPERATOR.title, roles: ['operator'] },
] as const satisfies readonly { href: string; label: string; roles: readonly DeskRole[] }[]

/** The rooms where a business is kept; a manager has only the people of their restaurants, an operator the installation's businesses. */
export function AdminPage() {
  const { me } = usePlace()
  const path = useLocation().pathname.replace(/\/$/, '')
  const rooms = ROOMS.filter(({ roles }) => roles.some((role) => me.roles.includes(role)))
  return (
    <div className={styles.room}>
      {rooms.length > 1 && (
        <nav className={styles.rooms} aria-label={BUSINESS.rooms}>
          {rooms.map(({ href, label }) => (
            <Link
              key={href}
              href={href}
              className={styles.tab}
              aria-current={
                path === href || (href !== '/admin' && path.startsWith(`${href}/`)) ? 'page' : undefined
              }
            >
              {label}
            </Link>
          ))}
        </nav>
      )}
      <Outlet />
    </div>
  )
}
