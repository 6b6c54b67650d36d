import { Button } from '@podmoga/ui/button/button'
import { explain, isRefusal } from '@podmoga/web/explain'
import { useEffect, useRef } from 'react'
import styles from './meanwhile.module.css'
import { MEANWHILE } from './meanwhile.texts.ts'

/** What another person saved while the form was open. */
export interface Meanwhile {
  /** Says who saved it. */
  text: string
  /** The current values, line by line. */
  lines: readonly string[]
}

/** Saves a form. On `changed_meanwhile` calls `onConflict` with the refusal's text and returns null: nothing was saved. */
export const saveUnlessChanged = async <T,>(
  save: () => Promise<T>,
  onConflict: (text: string) => Promise<void>,
): Promise<T | null> => {
  try {
    return await save()
  } catch (error) {
    if (!isRefusal(error, 'changed_meanwhile')) throw error
    await onConflict(explain(error) ?? '')
    return null
  }
}

/** Alert above the form's buttons. The user's values stay in the fields: save them over the news, or take the news. */
export function MeanwhilePart({ news, onTake }: { news: Meanwhile | null; onTake: () => void }) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // It appears at the end of a form that may be longer than the screen.
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
