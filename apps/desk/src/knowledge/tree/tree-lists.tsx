import { Link } from '@podmoga/ui/lib/navigation'
import { useLocation } from 'react-router'
import { KB } from '../knowledge.texts.ts'
import { LISTS } from '../knowledge-pages.ts'
import styles from './tree.module.css'

/** The ways to what stands beside the tree. */
export function TreeLists() {
  const { pathname } = useLocation()
  return (
    <nav className={styles.lists} aria-label={KB.title}>
      {LISTS.map(({ href, label, Icon }) => (
        <Link
          key={href}
          href={href}
          className={styles.list}
          aria-current={pathname === href ? 'page' : undefined}
        >
          <Icon size={18} aria-hidden />
          {label}
        </Link>
      ))}
    </nav>
  )
}
