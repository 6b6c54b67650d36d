import { Link } from '@podmoga/ui/lib/navigation'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { MenuPage } from './feature.ts'
import { useScope } from './scope.tsx'
import styles from './section.module.css'

/** A section of the desk: the pages of it that this person may open, where there are several, over the one that is open. */
export function Section({
  label,
  pages,
  children,
}: {
  label: string
  /** The section's own page first. */
  pages: readonly MenuPage[]
  children: ReactNode
}) {
  const { roles: own } = useScope().me
  const path = useLocation().pathname.replace(/\/$/, '')
  const open = pages.filter(({ roles = own }) => roles.some((role) => own.includes(role)))
  const isCurrent = (href: string) =>
    path === href || (href !== pages[0]?.href && path.startsWith(`${href}/`))
  return (
    <div className={styles.section}>
      {open.length > 1 && (
        <nav className={styles.sections} aria-label={label}>
          {open.map((page) => (
            <Link
              key={page.href}
              href={page.href}
              className={styles.tab}
              aria-current={isCurrent(page.href) ? 'page' : undefined}
            >
              {page.label}
            </Link>
          ))}
        </nav>
      )}
      {children}
    </div>
  )
}
