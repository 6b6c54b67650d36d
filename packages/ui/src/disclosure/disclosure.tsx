import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { cx } from '../lib/cx.tsx'
import styles from './disclosure.module.css'

interface DisclosureProps {
  title: ReactNode
  defaultOpen?: boolean
  children: ReactNode
  className?: string
}

/** A header that shows and hides its content. */
export function Disclosure({ title, defaultOpen = false, children, className }: DisclosureProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(defaultOpen)
  return (
    <div className={className}>
      <button
        type="button"
        className={styles.trigger}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {title}
        <ChevronDown size={20} aria-hidden />
      </button>
      <div id={id} className={cx(styles.panel, isOpen && styles.open)}>
        <div className={styles.inner}>{isOpen && children}</div>
      </div>
    </div>
  )
}
