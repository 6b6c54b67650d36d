import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../lib/navigation.tsx'
import styles from './link.module.css'

/** «‹ К списку» above a page title. */
export function BackLink({
  href,
  children,
  onClick,
}: {
  href: string
  children: ReactNode
  onClick?: () => void
}) {
  return (
    <Link className={styles.back} href={href} {...(onClick && { onClick })}>
      <ChevronLeft size={20} aria-hidden />
      {children}
    </Link>
  )
}
