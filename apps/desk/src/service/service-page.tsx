import { cx } from '@podmoga/ui/lib/cx'
import type { ReactNode } from 'react'
import { useKeptFocus } from '../lib/keep-focus.ts'
import styles from '../lib/section.module.css'
import { Section } from '../lib/section.tsx'
import { useTitle } from '../lib/use-title.ts'
import { SERVICE, SERVICE_SECTIONS } from './service-pages.ts'

/** A page of the service section: navigation, heading and content. `before`: back link. */
export function ServicePage({
  title,
  before,
  isWide = false,
  children,
}: {
  title: string
  before?: ReactNode
  isWide?: boolean
  children: ReactNode
}) {
  useTitle(title)
  useKeptFocus()
  return (
    <Section label={SERVICE.section} pages={SERVICE_SECTIONS}>
      <div className={cx(styles.page, isWide && styles.wide)}>
        {before}
        <h1 tabIndex={-1}>{title}</h1>
        {children}
      </div>
    </Section>
  )
}
