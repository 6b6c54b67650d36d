import type { AdminPerson } from '@podmoga/contract/desk/people'
import { Button } from '@podmoga/ui/button/button'
import { Chip } from '@podmoga/ui/chip/chip'
import { formatDay, formatStamp } from '@podmoga/ui/lib/dates'
import { MenuButton } from '@podmoga/ui/menu/menu-button'
import type { MenuEntry } from '@podmoga/ui/menu/menu-overlay'
import { Ellipsis } from 'lucide-react'
import { useId } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { BUSINESS, PEOPLE } from '../business.texts.ts'
import { TABLE } from '../table/data-table.texts.ts'
import type { Column } from '../table/data-table.tsx'
import { DATA } from './data.texts.ts'

export const nameOf = ({ first_name, last_name, email, phone }: AdminPerson): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email || phone || PEOPLE.nameless

/** A person's restaurants and desk roles, as text. */
export const membershipsText = ({ restaurants, desk_roles }: AdminPerson): string => {
  const names = restaurants.map(({ name, role }) =>
    role === 'manager' ? `${name} (${BUSINESS.role.manager.toLowerCase()})` : name,
  )
  const roles = desk_roles.map((role) => BUSINESS.role[role])
  return [...names, ...roles].join(', ') || PEOPLE.nowhere
}

export const PERSON_COLUMNS = ['phone', 'email', 'where', 'seen', 'created', 'second_step'] as const
export type PersonColumn = (typeof PERSON_COLUMNS)[number]
export const FIRST_COLUMNS: readonly PersonColumn[] = ['phone', 'email', 'where', 'seen']

/** The columns of the list of people. */
export const COLUMNS: Record<PersonColumn, Column<AdminPerson>> = {
  phone: { key: 'phone', name: PEOPLE.phone, cell: ({ phone }) => phone ?? '', whole: 'line' },
  email: { key: 'email', name: PEOPLE.email, cell: ({ email }) => email ?? '', whole: 'lines' },
  where: { key: 'where', name: PEOPLE.column_where, cell: membershipsText },
  seen: {
    key: 'seen',
    name: PEOPLE.column_seen,
    cell: ({ seen_at }) => (seen_at === null ? PEOPLE.never_seen : formatStamp(seen_at)),
  },
  created: { key: 'created', name: PEOPLE.column_created, cell: ({ created_at }) => formatDay(created_at) },
  second_step: {
    key: 'second_step',
    name: PEOPLE.column_second_step,
    cell: ({ second_step }) => (second_step ? PEOPLE.yes : PEOPLE.no),
  },
}

export const NAME_COLUMN: Column<AdminPerson> = {
  key: 'name',
  name: PEOPLE.column_name,
  cell: (person) => (
    <>
      <span>{nameOf(person)}</span>
      {person.state !== 'active' && (
        <Chip tone={person.state === 'disabled' ? 'neutral' : 'warning'} icon={null}>
          {BUSINESS.state[person.state]}
        </Chip>
      )}
    </>
  ),
}

export type PersonAction = 'disable' | 'enable' | 'access' | 'link' | 'reset' | 'data' | 'sessions'

interface PersonActionsProps {
  person: AdminPerson
  isBusy: boolean
  onAction: (action: PersonAction) => void
}

/** Actions on one person: the most urgent one as a button, the rest in a menu. */
export function PersonActions({ person, isBusy, onAction }: PersonActionsProps) {
  const { state, mine, account_mine } = person
  const { me } = useScope()
  const isAdmin = me.roles.includes('admin')
  const id = useId()
  if (!mine) return null
  const entry = (key: PersonAction, label: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
    key,
    label,
    onAction: () => onAction(key),
    ...more,
  })
  const isOff = state === 'disabled'
  const toggle = isOff ? ('enable' as const) : ('disable' as const)
  const entries = [
    ...(isOff ? [] : [entry('access', PEOPLE.access)]),
    ...(account_mine && !isOff
      ? [entry('link', state === 'invited' ? PEOPLE.invite_again : PEOPLE.link)]
      : []),
    ...(account_mine && state === 'active' ? [entry('sessions', PEOPLE.sessions)] : []),
    ...(account_mine && !isOff && person.second_step && isAdmin ? [entry('reset', PEOPLE.reset)] : []),
    ...(account_mine && isAdmin ? [entry('data', DATA.action)] : []),
    ...(account_mine
      ? []
      : [
          entry('access', isAdmin ? PEOPLE.of_two_businesses : PEOPLE.beyond_you, {
            key: 'beyond',
            isDisabled: true,
          }),
        ]),
  ]
  return (
    <>
      {account_mine && (
        <Button
          variant="ghost"
          size="s"
          isPending={isBusy}
          aria-describedby={id}
          onClick={() => onAction(toggle)}
        >
          {PEOPLE[toggle]}
        </Button>
      )}
      <MenuButton
        menuLabel={TABLE.more(nameOf(person))}
        label={TABLE.more(nameOf(person))}
        trigger={<Ellipsis size={20} aria-hidden />}
        variant="icon"
        entries={entries}
      />
      <span id={id} hidden>
        {nameOf(person)}
      </span>
    </>
  )
}
