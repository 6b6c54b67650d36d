import { type ReactNode, useId } from 'react'
import styles from '../side/side.module.css'

/** A part of a restaurant's page under its name. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}
