import { Link } from '@podmoga/ui/lib/navigation'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { useScope } from '../../lib/scope.tsx'
import { useNow } from '../../lib/use-now.ts'
import { dueOf, reviewsOf } from '../care/due.ts'
import { treeQuery } from '../knowledge.api.ts'
import { KB } from '../knowledge.texts.ts'
import { LISTS } from '../knowledge-pages.ts'
import styles from './tree.module.css'

/** Links to the lists beside the tree. */
export function TreeLists() {
  const { call, me } = useScope()
  const { pathname } = useLocation()
  const { data: tree } = useQuery(treeQuery(call))
  const now = useNow()
  const late = useMemo(() => {
    if (tree === undefined) return 0
    const { waiting, returned } = reviewsOf(tree, me.id)
    return dueOf(tree, now).filter(({ isLate }) => isLate).length + waiting.length + returned.length
  }, [tree, now, me.id])
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
          {href === '/kb/due' && late > 0 && ` (${late})`}
        </Link>
      ))}
    </nav>
  )
}
