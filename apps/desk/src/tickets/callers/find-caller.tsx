import type { Call } from '@podmoga/contract/client'
import { SEARCH_MAX } from '@podmoga/contract/fields/limits'
import type { Caller } from '@podmoga/contract/tickets/callers'
import { TextField } from '@podmoga/ui/field/text-field'
import { QueryError } from '@podmoga/web/query-error'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSuggestions } from '../composer/suggestions.tsx'
import { callersQuery } from './callers.api.ts'
import { CALLERS } from './callers.texts.ts'

const PAUSE_MS = 200

/** Details that distinguish people with the same name. */
export const aboutCaller = ({ phone, email, is_invited, restaurants }: Caller): string =>
  [
    phone ?? email,
    restaurants
      .map(({ name, is_manager }) => (is_manager ? `${name}, ${CALLERS.manager}` : name))
      .join('; ') || CALLERS.nowhere,
    is_invited && CALLERS.invited,
  ]
    .filter(Boolean)
    .join(' · ')

interface FindCallerProps {
  call: Call
  error: string | undefined
  onPick: (caller: Caller) => void
}

/** Caller search by name, phone or email. */
export function FindCaller({ call, error, onPick }: FindCallerProps) {
  const [typed, setTyped] = useState('')
  const [sought, setSought] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSought(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const found = useQuery(callersQuery(call, sought))
  const people = sought === '' ? [] : (found.data ?? [])
  const suggestions = useSuggestions({
    label: CALLERS.found,
    items: people.map((one) => ({
      key: one.id,
      title: one.name ?? CALLERS.nameless,
      hint: aboutCaller(one),
    })),
    onPick: (key) => {
      const one = people.find(({ id }) => id === key)
      if (one !== undefined && one.restaurants.length > 0) onPick(one)
    },
    onLeave: () => setTyped(''),
  })
  return (
    <>
      <TextField
        label={CALLERS.who}
        hint={CALLERS.who_hint}
        error={error}
        autoFocus
        role="combobox"
        aria-expanded={people.length > 0}
        autoComplete="off"
        maxLength={SEARCH_MAX}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          // Enter picks from the list and must not submit the unfinished form.
          if (!suggestions.onKey(event) && event.key === 'Enter') event.preventDefault()
        }}
        {...suggestions.fieldProps}
      />
      {suggestions.list}
      {found.isError && <QueryError of={found} text={CALLERS.failed_find} compact />}
      <p role="status" className="t-small t-muted">
        {sought !== '' && found.data?.length === 0 ? CALLERS.none : ''}
      </p>
    </>
  )
}
