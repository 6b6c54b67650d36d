import { Link } from '../lib/navigation.tsx'
import styles from './breadcrumbs.module.css'

interface BreadcrumbsProps {
  /** From the root to the current page; without `href` a crumb is plain text. */
  items: readonly { label: string; href?: string | undefined }[]
  className?: string
}

/** Breadcrumbs: «Раздел / Подраздел». */
export function Breadcrumbs({ items, className }: BreadcrumbsProps) {
  return (
    <nav aria-label="Навигационная цепочка" className={className}>
      <ol className={styles.list}>
        {items.map(({ label, href }) => (
          <li key={`${href}-${label}`}>{href ? <Link href={href}>{label}</Link> : label}</li>
        ))}
      </ol>
    </nav>
  )
}
