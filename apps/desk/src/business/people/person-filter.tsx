import { SEARCH_MAX } from '@podmoga/contract/fields/limits'
import { Button } from '@podmoga/ui/button/button'
import { boundHint } from '@podmoga/ui/field/search-field'
import { TextField } from '@podmoga/ui/field/text-field'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { foundPeopleQuery, personQuery } from '../business.api.ts'
import styles from '../business.module.css'
import { JOURNAL } from '../business.texts.ts'
import { nameOf } from './person-row.tsx'

interface PersonFilterProps {
  label: string
  /** A person's id; empty for everybody. */
  value: string
  onChange: (id: string) => void
}

/** Filter by one person: a server-side search by name with a choice of the matches. */
export function PersonFilter({ label, value, onChange }: PersonFilterProps) {
  const { call } = useScope()
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim())
  const { data: found } = useQuery(foundPeopleQuery(call, wanted))
  const { data: chosen } = useQuery(personQuery(call, value))
  if (value !== '') {
    const name = chosen === undefined ? '…' : nameOf(chosen)
    return (
      <div className={styles.chosen}>
        <span className="t-small t-muted">{label}</span>
        <Button
          variant="secondary"
          icon={<X size={16} aria-hidden />}
          aria-label={JOURNAL.forget(label, name)}
          onClick={() => onChange('')}
        >
          {name}
        </Button>
      </div>
    )
  }
  const choose = (id: string) => {
    setText('')
    onChange(id)
  }
  return (
    <div>
      <TextField
        type="search"
        label={label}
        placeholder={JOURNAL.find}
        maxLength={SEARCH_MAX}
        hint={boundHint(text, SEARCH_MAX)}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div role="status">
        {wanted !== '' && found?.results.length === 0 && <p className="t-small t-muted">{JOURNAL.nobody}</p>}
      </div>
      {wanted !== '' && found !== undefined && (
        <div className={styles.actions}>
          {found.results.map((person) => (
            <Button key={person.id} size="s" variant="secondary" onClick={() => choose(person.id)}>
              {nameOf(person)}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
