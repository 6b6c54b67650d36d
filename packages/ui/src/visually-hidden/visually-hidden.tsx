import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

/** Text for assistive technology only (the class itself lives in tokens.css). */
export function VisuallyHidden({ children, lang }: { children: ReactNode; lang?: string }) {
  return (
    <span className="visually-hidden" lang={lang}>
      {children}
    </span>
  )
}

/** First stop of the Tab key: moves to the element with this id. */
export function SkipLink({ target, children }: { target: string; children: ReactNode }) {
  const jump = () => document.getElementById(target)?.focus()
  return (
    <a className={styles.skip} href={`#${target}`} onClick={jump}>
      {children}
    </a>
  )
}
