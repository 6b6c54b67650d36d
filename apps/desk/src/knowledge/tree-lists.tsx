import { Link } from '@podmoga/ui/lib/navigation'
import { MessageCircleQuestion, Replace } from 'lucide-react'
import { useLocation } from 'react-router'
import { KB } from './knowledge.texts.ts'
import styles from './tree.module.css'

/** The ways to what stands beside the tree. */
export function TreeLists() {
  const { pathname } = useLocation()
  return (
    <nav className={styles.lists} aria-label={KB.title}>
      <Link
        href="/kb/gaps"
        className={styles.list}
        aria-current={pathname === '/kb/gaps' ? 'page' : undefined}
      >
        <MessageCircleQuestion size={18} aria-hidden />
        {KB.gaps}
      </Link>
      <Link
        href="/kb/synonyms"
        className={styles.list}
        aria-current={pathname === '/kb/synonyms' ? 'page' : undefined}
      >
        <Replace size={18} aria-hidden />
        {KB.synonyms}
      </Link>
    </nav>
  )
}
