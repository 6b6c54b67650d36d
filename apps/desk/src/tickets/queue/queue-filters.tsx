import type { Call } from '@podmoga/contract/client'
import { TextField } from '@podmoga/ui/field/text-field'
import { Select } from '@podmoga/ui/select/select'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { restaurantsQuery } from '../tickets.api.ts'
import { TICKETS } from '../tickets.texts.ts'
import styles from './queue.module.css'
import type { QueueView } from './queue-view.ts'

const PAUSE_MS = 300

/** «№ 1042» pasted from a letter is the number too; undefined for what is none. */
const numberOf = (typed: string): string | undefined => /^(?:№|\s)*([0-9]{0,9})\s*$/.exec(typed)?.[1]
const ALL = 'all'

interface FiltersProps {
  call: Call
  view: QueueView
  onView: (view: QueueView) => void
}

function NumberSearch({ view, onView }: Omit<FiltersProps, 'call'>) {
  const [typed, setTyped] = useState(view.number ?? '')
  const [known, setKnown] = useState(view.number)
  const [sent, setSent] = useState(view.number)
  if (known !== view.number) {
    setKnown(view.number)
    // What was sent from here may be overtaken already by what is being typed.
    if (view.number !== sent) setTyped(view.number ?? '')
    setSent(view.number)
  }
  const digits = numberOf(typed)
  useEffect(() => {
    const wanted = digits === '' ? null : digits
    if (wanted === undefined || wanted === view.number) return
    const timer = setTimeout(() => {
      setSent(wanted)
      onView({ ...view, number: wanted })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [digits, view, onView])
  return (
    <TextField
      type="search"
      label={TICKETS.number}
      hideLabel
      placeholder={TICKETS.number_short}
      inputMode="numeric"
      autoComplete="off"
      className={styles.search}
      value={typed}
      error={digits === undefined ? TICKETS.only_digits : undefined}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}

/** Restaurant and ticket number. */
export function QueueFilters({ call, view, onView }: FiltersProps) {
  const { data: restaurants } = useQuery(restaurantsQuery(call))
  const options = (restaurants ?? []).map(({ id, name }) => ({ key: id, name }))
  return (
    <div className={styles.filters}>
      <Select
        label={TICKETS.restaurant}
        hideLabel
        className={styles.restaurant}
        options={[{ key: ALL, name: TICKETS.all_restaurants }, ...options]}
        value={view.restaurant ?? ALL}
        onChange={({ target: { value } }) => onView({ ...view, restaurant: value === ALL ? null : value })}
      />
      <NumberSearch view={view} onView={onView} />
    </div>
  )
}
