import { Link } from '@podmoga/ui/lib/navigation'
import { useMedia } from '@podmoga/ui/lib/use-media'
import { MenuButton } from '@podmoga/ui/menu/menu-button'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { isOpenTo, type MenuPage } from './feature.ts'
import { useScope } from './scope.tsx'
import styles from './section.module.css'

/** From more pages than this, which do not fit one line, the tabs become a side list, or a menu on a narrow screen. */
const MANY = 8
const NARROW = '(max-width: 899px)'

/** A section of the desk: navigation over the pages this person may open (if several), and the current page. */
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
  const isNarrow = useMedia(NARROW)
  const path = useLocation().pathname.replace(/\/$/, '')
  const open = pages.filter((page) => isOpenTo(page, own))
  const isCurrent = ({ href }: MenuPage) =>
    path === href || (href !== pages[0]?.href && path.startsWith(`${href}/`))
  const isMany = open.length > MANY
  // The page stays at the same position in the React tree, so that resizing the window does not remount it.
  return (
    <div className={isMany && !isNarrow ? styles.beside : styles.over}>
      {open.length > 1 && (
        <nav className={isMany && !isNarrow ? styles.side : styles.sections} aria-label={label}>
          {isMany && isNarrow ? (
            <MenuButton
              menuLabel={label}
              trigger={open.find(isCurrent)?.label ?? label}
              variant="outline"
              className={styles.menu}
              placement="bottom start"
              entries={open.map(({ href, label: name }) => ({ key: href, label: name, href }))}
            />
          ) : (
            open.map((page) => (
              <Link
                key={page.href}
                href={page.href}
                className={styles.tab}
                aria-current={isCurrent(page) ? 'page' : undefined}
              >
                {page.label}
              </Link>
            ))
          )}
        </nav>
      )}
      <div className={styles.section}>{children}</div>
    </div>
  )
}
