import { Button } from '@podmoga/ui/button/button'
import { explain, isRefusal } from '@podmoga/web/explain'
import { useEffect, useRef } from 'react'
import styles from './meanwhile.module.css'
import { MEANWHILE } from './meanwhile.texts.ts'

/** What somebody else has saved while a form stood open. */
export interface Meanwhile {
  /** By whom. */
  text: string
  /** What is there now. */
  lines: readonly string[]
}

/** Saves a form, or hears who was quicker: `onLate` looks at what is there now. Null: nothing was saved. */
export const saveOrHear = async <T,>(
  save: () => Promise<T>,
  onLate: (text: string) => Promise<void>,
): Promise<T | null> => {
  try {
    return await save()
  } catch (error) {
    if (!isRefusal(error, 'changed_meanwhile')) throw error
    await onLate(explain(error) ?? '')
    return null
  }
}

/** Tells it over the foot of the form: one's own stays in the fields, goes over it or gives way. */
export function MeanwhilePart({ news, onTake }: { news: Meanwhile | null; onTake: () => void }) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // It comes under the finger that pressed, at the end of a form longer than the screen.
    if (news !== null) alert.current?.scrollIntoView({ block: 'nearest' })
  }, [news])
  return (
    <div ref={alert} role="alert">
      {news !== null && (
        <div className={styles.news}>
          <p>
            <strong>{news.text}</strong>
          </p>
          <ul className={styles.lines}>
            {news.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p>{MEANWHILE.stays}</p>
          <Button size="s" variant="secondary" onClick={onTake}>
            {MEANWHILE.take_theirs}
          </Button>
        </div>
      )}
    </div>
  )
}
