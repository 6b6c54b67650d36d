import type { AdminPerson, PersonState } from '@podmoga/contract/desk/people'
import { SEARCH_MAX } from '@podmoga/contract/limits'
import { uuid } from '@podmoga/contract/uuid'
import { Button } from '@podmoga/ui/button/button'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { boundHint } from '@podmoga/ui/field/search-field'
import { TextField } from '@podmoga/ui/field/text-field'
import { Link } from '@podmoga/ui/lib/navigation'
import { Select } from '@podmoga/ui/select/select'
import { toast } from '@podmoga/ui/toast/toast'
import { SureDialog } from '@podmoga/web/sure-dialog'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { MoreButton } from '../lib/more-button.tsx'
import { usePlace } from '../lib/place.tsx'
import { AccessDialog } from './access-dialog.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { BUSINESS_ROOT, peopleQuery, restaurantsQuery } from './business.api.ts'
import styles from './business.module.css'
import { BUSINESS, PEOPLE } from './business.texts.ts'
import { DataDialog } from './data-dialog.tsx'
import { disablePerson, enablePerson, inviteAgain, resetSecondStep } from './deeds.api.ts'
import { Erasures } from './erasures.tsx'
import { ExportButtons } from './export-buttons.tsx'
import { IMPORT } from './import.texts.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { JoinRequests } from './join-requests.tsx'
import { POSTER } from './joining.texts.ts'
import { LinkDialog } from './link-dialog.tsx'
import { nameOf, type PersonDeed, PersonRow } from './person-row.tsx'
import { PersonSessions } from './person-sessions.tsx'
import { QueryView } from './query-view.tsx'
import { Room } from './room.tsx'
import { ANY, useAddressFilter } from './use-address-filter.ts'
import { useDeed } from './use-deed.ts'

type Open =
  | { what: 'invite' }
  | { what: 'bulk' }
  | { what: 'access' | 'disable' | 'reset' | 'data' | 'sessions'; person: AdminPerson }
  | { what: 'link'; title: string; link: string; isSent: boolean }

const NAMES = ['search', 'restaurant', 'role', 'state'] as const
const STATES: readonly PersonState[] = ['active', 'invited', 'disabled']
const optionsOf = <K extends string>(any: string, keys: readonly K[], names: Record<K, string>) => [
  { key: ANY, name: any },
  ...keys.map((key) => ({ key, name: names[key] })),
]

/** The people of a business: found, invited, given restaurants and roles, let go. */
export function PeoplePage() {
  const { call } = usePlace()
  const { filter, set } = useAddressFilter(NAMES)
  const people = useInfiniteQuery({
    ...peopleQuery(call, useDeferredValue(filter)),
    placeholderData: keepPreviousData,
  })
  const { data: places } = useQuery(restaurantsQuery(call))
  const open_restaurants = places?.restaurants.filter(({ archived_at }) => archived_at === null) ?? []
  const [open, setOpen] = useState<Open | null>(null)
  const { run, isPending } = useDeed()
  const [selected, setSelected] = useState<readonly string[]>([])
  const select = (id: string) =>
    setSelected((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))

  const newLink = async (person: AdminPerson) => {
    const made = await run(() => inviteAgain(call, person.id, { idempotency_key: uuid() }))
    const title = person.state === 'invited' ? PEOPLE.ready : PEOPLE.ready_password
    if (made !== null) setOpen({ what: 'link', title, link: made.link, isSent: made.sent })
  }
  const enable = async (person: AdminPerson) => {
    const done = await run(() => enablePerson(call, person.id))
    if (done !== null) toast.success({ title: PEOPLE.enabled(nameOf(person)) })
  }
  const order = (deed: PersonDeed, person: AdminPerson) => {
    if (deed === 'link') void newLink(person)
    else if (deed === 'enable') void enable(person)
    else setOpen({ what: deed, person })
  }
  const close = () => setOpen(null)
  return (
    <Room
      title={BUSINESS.people}
      tools={
        <div className={styles.deeds}>
          <Button icon={<UserPlus size={20} aria-hidden />} onClick={() => setOpen({ what: 'invite' })}>
            {PEOPLE.add}
          </Button>
          <Link href="/admin/people/import" className={styles.tab}>
            {IMPORT.title}
          </Link>
          <Link href="/admin/poster" className={styles.tab}>
            {POSTER.title}
          </Link>
          <ExportButtons />
        </div>
      }
    >
      <JoinRequests />
      <Erasures />
      <div className={styles.filters}>
        <TextField
          type="search"
          label={PEOPLE.search}
          maxLength={SEARCH_MAX}
          hint={boundHint(filter.search, SEARCH_MAX)}
          value={filter.search}
          onChange={(event) => set('search', event.target.value)}
        />
        <Select
          label={PEOPLE.restaurant}
          options={[
            { key: ANY, name: PEOPLE.any_restaurant },
            ...open_restaurants.map(({ id, name }) => ({ key: id, name })),
          ]}
          value={filter.restaurant || ANY}
          onChange={(event) => set('restaurant', event.target.value)}
        />
        <Select
          label={PEOPLE.role}
          options={optionsOf(
            PEOPLE.any_role,
            ['staff', 'manager', 'agent', 'editor', 'admin'] as const,
            BUSINESS.role,
          )}
          value={filter.role || ANY}
          onChange={(event) => set('role', event.target.value)}
        />
        <Select
          label={PEOPLE.state}
          options={optionsOf(PEOPLE.any_state, STATES, BUSINESS.state)}
          value={filter.state || ANY}
          onChange={(event) => set('state', event.target.value)}
        />
      </div>
      {selected.length > 0 && (
        <div className={styles.deeds}>
          <p role="status">{PEOPLE.selected(selected.length)}</p>
          <Button size="s" onClick={() => setOpen({ what: 'bulk' })}>
            {PEOPLE.access}
          </Button>
          <Button size="s" variant="secondary" onClick={() => setSelected([])}>
            {PEOPLE.unselect}
          </Button>
        </div>
      )}
      <QueryView query={people}>
        {({ pages }) => {
          const rows = pages.flatMap(({ results }) => results)
          return rows.length === 0 ? (
            <EmptyState text={PEOPLE.empty} />
          ) : (
            <ul className={styles.list}>
              {rows.map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  isBusy={isPending}
                  isSelected={selected.includes(person.id)}
                  onSelect={() => select(person.id)}
                  onDeed={(deed) => order(deed, person)}
                />
              ))}
            </ul>
          )
        }}
      </QueryView>
      <MoreButton of={people}>{BUSINESS.more}</MoreButton>
      {open?.what === 'invite' && (
        <InviteDialog
          restaurants={open_restaurants.length === 1 ? open_restaurants.map(({ id }) => id) : []}
          onInvited={({ link, sent }) => setOpen({ what: 'link', title: PEOPLE.ready, link, isSent: sent })}
          onClose={close}
        />
      )}
      {open?.what === 'bulk' && <BulkDialog ids={selected} onDone={() => setSelected([])} onClose={close} />}
      {open?.what === 'access' && <AccessDialog person={open.person} onClose={close} />}
      {open?.what === 'disable' && (
        <SureDialog
          refreshes={BUSINESS_ROOT}
          title={PEOPLE.disable_title(nameOf(open.person))}
          text={PEOPLE.disable_text}
          submit={PEOPLE.disable}
          onSubmit={() => disablePerson(call, open.person.id)}
          onClose={close}
        />
      )}
      {open?.what === 'reset' && (
        <SureDialog
          refreshes={BUSINESS_ROOT}
          title={PEOPLE.reset_title(nameOf(open.person))}
          text={PEOPLE.reset_text}
          submit={PEOPLE.reset}
          onSubmit={() => resetSecondStep(call, open.person.id)}
          onClose={close}
        />
      )}
      {open?.what === 'sessions' && <PersonSessions person={open.person} onClose={close} />}
      {open?.what === 'data' && <DataDialog person={open.person} onClose={close} />}
      {open?.what === 'link' && (
        <LinkDialog title={open.title} link={open.link} isSent={open.isSent} onClose={close} />
      )}
    </Room>
  )
}
