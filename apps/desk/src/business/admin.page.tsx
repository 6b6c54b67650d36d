import { Link } from '@podmoga/ui/lib/navigation'
import { Outlet, useLocation } from 'react-router'
import { usePlace } from '../lib/place.tsx'
import styles from './business.module.css'
import { BUSINESS } from './business.texts.ts'

const ROOMS = [
  { href: '/admin', label: BUSINESS.start, isForAdmins: true },
  { href: '/admin/people', label: BUSINESS.people, isForAdmins: false },
  { href: '/admin/restaurants', label: BUSINESS.restaurants, isForAdmins: true },
  { href: '/admin/handbook', label: BUSINESS.handbook, isForAdmins: true },
  { href: '/admin/settings', label: BUSINESS.settings, isForAdmins: true },
  { href: '/admin/keys', label: BUSINESS.keys, isForAdmins: true },
  { href: '/admin/journal', label: BUSINESS.journal, isForAdmins: true },
] as const

/** The rooms where a business is kept; a manager has only the people of their restaurants. */
export function AdminPage() {
  const { me } = usePlace()
  const path = useLocation().pathname.replace(/\/$/, '')
  const rooms = ROOMS.filter(({ isForAdmins }) => !isForAdmins || me.roles.includes('admin'))
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
