import { SEARCH_MAX } from '@podmoga/contract/fields/limits'
import { SearchField } from '@podmoga/ui/field/search-field'
import { takeFieldBefore } from '@podmoga/web/field-before'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import styles from '../queue/queue.module.css'
import { type QueueView, soughtOf } from '../queue/queue-view.ts'
import { WORK } from '../side/work.texts.ts'

const PAUSE_MS = 300

interface SearchBoxProps {
  view: QueueView
  onView: (view: QueueView) => void
}

/** The view without its search. */
const without = ({ q: _, ...view }: QueueView): QueueView => view

/** Words to find tickets by, among all of them. */
export function SearchBox({ view, onView }: SearchBoxProps) {
  const sought = view.q ?? ''
  const [typed, setTyped] = useState(sought)
  const [known, setKnown] = useState(sought)
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const before = takeFieldBefore()
    if (before === null) return
    setTyped((text) => (before.text === '' ? text : before.text))
    if (before.hasFocus) field.current?.focus()
  }, [])
  if (known !== sought) {
    setKnown(sought)
    // What was sent from here may be overtaken already by what is being typed.
    if (sought === '' || soughtOf(typed) === '') setTyped(sought)
  }
  useEffect(() => {
    const wanted = soughtOf(typed)
    if (wanted === sought) return
    const timer = setTimeout(() => onView(wanted === '' ? without(view) : { ...view, q: wanted }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, sought, view, onView])
  return (
    <div className={styles.next}>
      <SearchField
        ref={field}
        data-goes-on
        label={WORK.search}
        autoComplete="off"
        maxLength={SEARCH_MAX}
        value={typed}
        onChange={setTyped}
      />
    </div>
  )
}
