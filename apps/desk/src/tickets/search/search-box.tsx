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

/** «№ 1042» pasted from a letter is the number too. */
const NUMBER = /^(?:№\s*)?([0-9]{1,9})$/

/** The view in which so much is looked for: a ticket by its number, others by words; nothing at all for "". */
const viewFor = ({ q: _, ...view }: QueueView, sought: string): QueueView => {
  const number = NUMBER.exec(sought)?.[1]
  if (number !== undefined) return { ...view, number }
  return { ...view, number: null, ...(sought === '' ? {} : { q: sought }) }
}

/** Words or a number to find tickets by, among all of them. */
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
    // What was sent from here may be overtaken already by what is being typed.
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
