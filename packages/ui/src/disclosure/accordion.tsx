import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '../lib/cx.tsx'
import styles from './disclosure.module.css'

interface AccordionProps<Key extends string | number> {
  items: readonly { key: Key; title: ReactNode }[]
  /** The one open panel; `null` when all are closed. */
  open: Key | null
  /** A press on the open header closes it: `null`. */
  onOpen: (key: Key | null) => void
  /** Content of a panel; called for the open one only. */
  renderPanel: (key: Key) => ReactNode
  headingLevel?: 2 | 3 | 4
  className?: string
}

/** Panels of which at most one is open; an open one is at most 1200 px high, then it scrolls. */
export function Accordion<Key extends string | number>({
  items,
  open,
  onOpen,
  renderPanel,
  headingLevel = 3,
  className,
}: AccordionProps<Key>) {
  const id = useId()
  const Heading = `h${headingLevel}` as const
  return (
    <div className={className}>
      {items.map(({ key, title }) => {
        const isOpen = key === open
        return (
          <div key={key} className={styles.item}>
            <Heading className={styles.heading}>
              <button
                type="button"
                id={`${id}-${key}`}
                className={styles.trigger}
                aria-expanded={isOpen}
                aria-controls={`${id}-${key}-panel`}
                onClick={() => onOpen(isOpen ? null : key)}
              >
                {title}
                <ChevronDown size={20} aria-hidden />
              </button>
            </Heading>
            <section
              id={`${id}-${key}-panel`}
              aria-labelledby={`${id}-${key}`}
              className={cx(styles.panel, isOpen && styles.open)}
            >
              <div className={styles.inner}>{isOpen && renderPanel(key)}</div>
            </section>
          </div>
        )
      })}
    </div>
  )
}
