import type { AdminPerson } from '@podmoga/contract/desk/people'
import { Button } from '@podmoga/ui/button/button'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { Chip } from '@podmoga/ui/chip/chip'
import { formatFull } from '@podmoga/ui/lib/dates'
import { VisuallyHidden } from '@podmoga/ui/visually-hidden/visually-hidden'
import { useId } from 'react'
import { useScope } from '../../lib/scope.tsx'
import styles from '../business.module.css'
import { BUSINESS, PEOPLE } from '../business.texts.ts'
import { DATA } from './data.texts.ts'

export const nameOf = ({ first_name, last_name, email, phone }: AdminPerson): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email || phone || PEOPLE.nameless

const placesOf = ({ restaurants, desk_roles }: AdminPerson): string => {
  const places = restaurants.map(({ name, role }) =>
    role === 'manager' ? `${name} (${BUSINESS.role.manager.toLowerCase()})` : name,
  )
  const roles = desk_roles.map((role) => BUSINESS.role[role])
  return [...places, ...roles].join(', ') || PEOPLE.nowhere
}

export type PersonAction = 'disable' | 'enable' | 'access' | 'link' | 'reset' | 'data' | 'sessions'

interface PersonRowProps {
  person: AdminPerson
  isBusy: boolean
  isSelected: boolean
  onSelect: () => void
  onAction: (action: PersonAction) => void
}

/** One person: who, where, since when unseen, and what may be done. */
export function PersonRow({ person, isBusy, isSelected, onSelect, onAction }: PersonRowProps) {
  const { state, seen_at, mine, account_mine } = person
  const { me } = useScope()
  const isAdmin = me.roles.includes('admin')
  const name = nameOf(person)
  const id = useId()
  const action = (kind: PersonAction, label: string) => (
    <Button
      variant="secondary"
      size="s"
      isPending={isBusy}
      aria-describedby={id}
      onClick={() => onAction(kind)}
    >
      {label}
    </Button>
  )
  return (
    <li className={styles.row}>
      {mine && (
        <Checkbox checked={isSelected} onChange={onSelect}>
          <VisuallyHidden>{PEOPLE.select(name)}</VisuallyHidden>
        </Checkbox>
      )}
      <div className={styles.facts}>
        <p className={styles.name}>
          <span id={id}>{name}</span>
          {state !== 'active' && (
            <Chip tone={state === 'disabled' ? 'neutral' : 'warning'}>{BUSINESS.state[state]}</Chip>
          )}
        </p>
        <p className="t-small t-muted">{[person.phone, person.email].filter(Boolean).join(' · ')}</p>
        <p className="t-small t-muted">
          {placesOf(person)} · {seen_at === null ? PEOPLE.never_seen : PEOPLE.seen(formatFull(seen_at))}
        </p>
        {mine && !account_mine && (
          <p className="t-small t-muted">{isAdmin ? PEOPLE.of_two_businesses : PEOPLE.beyond_you}</p>
        )}
      </div>
      {mine && (
        <div className={styles.actions}>
          {account_mine && isAdmin && action('data', DATA.action)}
          {account_mine && state === 'active' && action('sessions', PEOPLE.sessions)}
          {state === 'disabled' ? (
            account_mine && action('enable', PEOPLE.enable)
          ) : (
            <>
              {action('access', PEOPLE.access)}
              {account_mine && (
                <>
                  {action('link', PEOPLE.link)}
                  {person.second_step && isAdmin && action('reset', PEOPLE.reset)}
                  {action('disable', PEOPLE.disable)}
                </>
              )}
            </>
          )}
        </div>
      )}
    </li>
  )
}
