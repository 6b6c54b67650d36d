import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from '../lib/navigation.tsx'
import { useIsPhone } from '../lib/use-media.tsx'
import { pageCells } from './page-cells.tsx'
import styles from './pager.module.css'

interface PagerProps {
  /** From 1. */
  page: number
  totalPages: number
  hrefOf: (page: number) => string
  /** Handlers that prefetch a page. */
  aheadOf?: (page: number) => Pick<LinkProps, 'onPointerMove' | 'onPointerLeave' | 'onTouchStart'>
  className?: string
}

/** Links to the pages of a list; nothing when there is only one. */
export function Pager({ page, totalPages, hrefOf, aheadOf, className }: PagerProps) {
  const isPhone = useIsPhone()
  if (totalPages <= 1) return null
  const step = (to: number, label: string, icon: ReactNode) =>
    to < 1 || to > totalPages ? (
      <span className={`${styles.cell} ${styles.off}`} aria-hidden>
        {icon}
      </span>
    ) : (
      <Link className={styles.cell} href={hrefOf(to)} aria-label={label} {...aheadOf?.(to)}>
        {icon}
      </Link>
    )
  const cells = pageCells(page, totalPages, isPhone ? 5 : 7)
  return (
    <nav aria-label="Страницы" className={className}>
      <ul className={styles.list}>
        <li>{step(page - 1, 'Предыдущая страница', <ChevronLeft size={20} aria-hidden />)}</li>
        {cells.map((cell, index) => (
          <li key={cell ?? `gap-${cells[index - 1]}`}>
            {cell === null ? (
              <span className={styles.cell}>…</span>
            ) : (
              <Link
                className={styles.cell}
                href={hrefOf(cell)}
                aria-label={`Страница ${cell}`}
                aria-current={cell === page ? 'page' : undefined}
                {...aheadOf?.(cell)}
              >
                {cell}
              </Link>
            )}
          </li>
        ))}
        <li>{step(page + 1, 'Следующая страница', <ChevronRight size={20} aria-hidden />)}</li>
      </ul>
    </nav>
  )
}
