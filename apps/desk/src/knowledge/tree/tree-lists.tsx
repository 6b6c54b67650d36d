import { Link } from '@podmoga/ui/lib/navigation'
import { MessageCircleQuestion, Replace } from 'lucide-react'
import { useLocation } from 'react-router'
import { KB } from '../knowledge.texts.ts'
import styles from './tree.module.css'

const LISTS = [
  { href: '/kb/gaps', name: KB.gaps, Icon: MessageCircleQuestion },
  { href: '/kb/synonyms', name: KB.synonyms, Icon: Replace },
] as const

/** The ways to what stands beside the tree. */
export function TreeLists() {
  const { pathname } = useLocation()
  return (
    <nav className={styles.lists} aria-label={KB.title}>
      {LISTS.map(({ href, name, Icon }) => (
        <Link
          key={href}
          href={href}
          className={styles.list}
          aria-current={pathname === href ? 'page' : undefined}
        >
          <Icon size={18} aria-hidden />
          {name}
        </Link>
      ))}
    </nav>
  )
}
