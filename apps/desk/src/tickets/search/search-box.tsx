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

/** Also matches «№ 1042», as pasted from an email. */
const NUMBER = /^(?:№\s*)?([0-9]{1,9})$/

/** The view searching for `sought`: by ticket number or by words; without a search for "". */
const viewFor = ({ q: _, ...view }: QueueView, sought: string): QueueView => {
  const number = NUMBER.exec(sought)?.[1]
  if (number !== undefined) return { ...view, number }
  return { ...view, number: null, ...(sought === '' ? {} : { q: sought }) }
}

/** Search field for all tickets, by words or number. */
export function SearchBox({ view, onView }: SearchBoxProps) {
  const sought = view.q ?? view.number ?? ''
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
    // Newer typed text must not be overwritten by the query that was just applied.
    if (sought === '' || soughtOf(typed) === '') setTyped(sought)
  }
  useEffect(() => {
    const wanted = soughtOf(typed)
    if ((NUMBER.exec(wanted)?.[1] ?? wanted) === sought) return
    const timer = setTimeout(() => onView(viewFor(view, wanted)), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, sought, view, onView])
  return (
    <div className={styles.search}>
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
