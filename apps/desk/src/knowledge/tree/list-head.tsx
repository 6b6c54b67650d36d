import { BackLink } from '@podmoga/ui/link/back-link'
import type { Ref } from 'react'
import styles from '../knowledge.module.css'
import { KB } from '../knowledge.texts.ts'

interface ListHeadProps {
  title: string
  hint: string
  /** For whoever sends the focus to the heading. */
  heading?: Ref<HTMLHeadingElement>
}

/** What a list beside the tree begins with: the way back, its name and what it is for. */
export function ListHead({ title, hint, heading }: ListHeadProps) {
  return (
    <header className={styles.head}>
      <span className={styles.back}>
        <BackLink href="/kb">{KB.to_tree}</BackLink>
      </span>
      <h1 ref={heading} tabIndex={heading === undefined ? undefined : -1}>
        {title}
      </h1>
      <p className="t-muted">{hint}</p>
    </header>
  )
}
