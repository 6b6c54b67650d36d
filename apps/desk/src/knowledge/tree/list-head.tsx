import { BackLink } from '@podmoga/ui/link/back-link'
import type { Ref } from 'react'
import styles from '../knowledge.module.css'
import { KB } from '../knowledge.texts.ts'

interface ListHeadProps {
  title: string
  hint: string
  /** Ref for focusing the heading. */
  heading?: Ref<HTMLHeadingElement>
}

/** Head of a list beside the tree: back link, title and hint. */
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
