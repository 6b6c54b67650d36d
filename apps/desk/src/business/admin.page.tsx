import { Link } from '@podmoga/ui/lib/navigation'
import { Outlet, useLocation } from 'react-router'
import { useScope } from '../lib/scope.tsx'
import styles from './business.module.css'
import { BUSINESS } from './business.texts.ts'
import { BUSINESS_PAGES } from './business-pages.ts'

/** The sections where a business is kept; a manager has only the people of their restaurants, an operator the installation's businesses. */
export function AdminPage() {
  const { me } = useScope()
  const path = useLocation().pathname.replace(/\/$/, '')
  const sections = BUSINESS_PAGES.filter(({ roles }) => roles.some((role) => me.roles.includes(role)))
  return (
    <div className={styles.section}>
      {sections.length > 1 && (
        <nav className={styles.sections} aria-label={BUSINESS.sections}>
          {sections.map(({ href, label }) => (
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
