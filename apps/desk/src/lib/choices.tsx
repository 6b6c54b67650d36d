import { FieldError } from '@podmoga/ui/field/field'
import { useEffect, useRef } from 'react'
import styles from './choices.module.css'
import { MANY } from './many-choice.texts.ts'
import { type LiveGroups, ManyChoice, type ManyItem } from './many-choice.tsx'

interface ChoicesProps {
  title: string
  /** Label of the search field; the title by default. */
  find?: string
  /** Shown in the summary when nothing is chosen. */
  none: string
  options: readonly ManyItem[]
  chosen: readonly string[]
  error?: string | undefined
  onChange: (chosen: string[]) => void
  live?: LiveGroups
}

/** A multiple choice folded behind a summary with the number chosen. A validation error unfolds it. */
export function Choices({ title, find = title, none, options, chosen, error, onChange, live }: ChoicesProps) {
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (error !== undefined && box.current !== null) box.current.open = true
  }, [error])
  return (
    <details ref={box} className={styles.choices}>
      <summary>
        {title}: {MANY.picked(chosen.length, live?.groups.length ?? 0) || none}
      </summary>
      <ManyChoice find={find} items={options} chosen={chosen} onChange={onChange} live={live} />
      {error !== undefined && <FieldError>{error}</FieldError>}
    </details>
  )
}
