import type { AdminPerson } from '@podmoga/contract/desk/people'
import { Button } from '@podmoga/ui/button/button'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { Link } from '@podmoga/ui/lib/navigation'
import { MenuButton } from '@podmoga/ui/menu/menu-button'
import { toast } from '@podmoga/ui/toast/toast'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { MoreButton } from '../../lib/more-button.tsx'
import { saveDownload } from '../../lib/save-download.ts'
import { useScope } from '../../lib/scope.tsx'
import { AdminPage } from '../admin-page.tsx'
import {
  BUSINESS_ROOT,
  type PeopleFilter,
  peopleCountQuery,
  peopleQuery,
  restaurantsQuery,
} from '../business.api.ts'
import styles from '../business.module.css'
import { enablePerson, exportPeople, inviteAgain } from '../business.mutations.ts'
import { BUSINESS, PEOPLE } from '../business.texts.ts'
import { IMPORT } from '../import/import.texts.ts'
import { JoinRequests } from '../joining/join-requests.tsx'
import { POSTER } from '../joining/joining.texts.ts'
import { QueryView } from '../query-view.tsx'
import { ColumnsButton, useColumns } from '../table/columns-button.tsx'
import { DataTable } from '../table/data-table.tsx'
import { Erasures } from './erasures.tsx'
import { InvitationSheet } from './invitation-sheet.tsx'
import { type OpenDialog, PeopleDialogs } from './people-dialogs.tsx'
import { FILTERS, PeopleFilters } from './people-filters.tsx'
import {
  COLUMNS,
  FIRST_COLUMNS,
  NAME_COLUMN,
  nameOf,
  PERSON_COLUMNS,
  type PersonAction,
  PersonActions,
} from './person-row.tsx'
import { MOST_SELECTED, SelectionBar } from './selection-bar.tsx'
import { useAddressFilter } from './use-address-filter.ts'
import { useHeldInvitations } from './use-held-invitations.ts'

const rowsOf = ({ data }: { data: { pages: { results: AdminPerson[] }[] } | undefined }) =>
  data?.pages.flatMap(({ results }) => results) ?? []

const NAMED_COLUMNS = PERSON_COLUMNS.map((key) => ({ key, name: COLUMNS[key].name }))

/** Buttons beside the page's title. */
function PeopleTools({ onInvite }: { onInvite: () => void }) {
  const { call } = useScope()
  const { run } = useSubmit({ refreshes: [BUSINESS_ROOT], toast: true })
  const save = async (format: 'csv' | 'xlsx') => {
    const file = await run(() => exportPeople(call, format))
    if (file !== null) saveDownload(file)
  }
  return (
    <div className={styles.actions}>
      <Button size="s" icon={<UserPlus size={20} aria-hidden />} onClick={onInvite}>
        {PEOPLE.add}
      </Button>
      <Link href="/admin/people/import" className={styles.tab}>
        {IMPORT.title}
      </Link>
      <MenuButton
        menuLabel={PEOPLE.tools}
        trigger={PEOPLE.tools}
        variant="outline"
        entries={[
          { key: 'posters', label: POSTER.title, href: '/admin/poster' },
          { key: 'csv', label: IMPORT.export_csv, onAction: () => void save('csv') },
          { key: 'xlsx', label: IMPORT.export_xlsx, onAction: () => void save('xlsx') },
        ]}
      />
    </div>
  )
}

/** Text with the number of people in the list. */
const usePeopleCount = (filter: PeopleFilter): string | undefined => {
  const { call } = useScope()
  const { data } = useQuery({ ...peopleCountQuery(call, filter), placeholderData: keepPreviousData })
  return data && PEOPLE.total(data.total, data.is_more)
}

/** The people of a business: search, invite, change access, disable. */
export function PeoplePage() {
  const { call } = useScope()
  const { filter, set } = useAddressFilter(FILTERS)
  const people = useInfiniteQuery({
    ...peopleQuery(call, useDeferredValue(filter)),
    placeholderData: keepPreviousData,
  })
  const count = usePeopleCount(useDeferredValue(filter))
  const { data: known } = useQuery(restaurantsQuery(call))
  const restaurants = known?.restaurants.filter(({ archived_at }) => archived_at === null) ?? []
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const { run, isPending } = useSubmit({ refreshes: [BUSINESS_ROOT], toast: true })
  const { invited, hold, take, done } = useHeldInvitations()
  const [selected, setSelected] = useState<readonly string[]>([])
  const { shown, toggle } = useColumns('people', PERSON_COLUMNS, FIRST_COLUMNS)

  const newLink = async (person: AdminPerson) => {
    const made = await run((key) => inviteAgain(call, person.id, { idempotency_key: key }), {
      of: [person.id],
    })
    const title = person.state === 'invited' ? PEOPLE.ready : PEOPLE.ready_password
    if (made !== null) setOpen({ what: 'link', title, link: made.link, isSent: made.sent })
  }
  const enable = async (person: AdminPerson) => {
    if ((await run(() => enablePerson(call, person.id))) !== null)
      toast.success({ title: PEOPLE.enabled(nameOf(person)) })
  }
  const order = (action: PersonAction, person: AdminPerson) => {
    if (action === 'link') void newLink(person)
    else if (action === 'enable') void enable(person)
    else setOpen({ what: action, person })
  }
  const actionsOf = (person: AdminPerson) => (
    <PersonActions person={person} isBusy={isPending} onAction={(action) => order(action, person)} />
  )
  /** Selects up to MOST_SELECTED people, fetching missing pages. */
  const selectAll = async () => {
    let found = people
    while (found.hasNextPage && rowsOf(found).length < MOST_SELECTED) found = await found.fetchNextPage()
    const own = rowsOf(found).filter(({ mine }) => mine)
    setSelected(own.slice(0, MOST_SELECTED).map(({ id }) => id))
  }
  if (invited !== null) return <InvitationSheet invited={invited} onTaken={take} onDone={done} />
  return (
    <AdminPage
      title={BUSINESS.people}
      count={count}
      tools={<PeopleTools onInvite={() => setOpen({ what: 'invite' })} />}
      isWide
    >
      <JoinRequests />
      <Erasures />
      <PeopleFilters filter={filter} set={set} restaurants={restaurants}>
        <ColumnsButton columns={NAMED_COLUMNS} shown={shown} onToggle={toggle} />
      </PeopleFilters>
      {selected.length > 0 && (
        <SelectionBar
          count={selected.length}
          onOpen={(what) => setOpen({ what })}
          onAll={() => void selectAll()}
          onNone={() => setSelected([])}
        />
      )}
      <QueryView query={people}>
        {({ pages }) => {
          const rows = pages.flatMap(({ results }) => results)
          return rows.length === 0 ? (
            <EmptyState text={PEOPLE.empty} />
          ) : (
            <DataTable
              label={BUSINESS.people}
              rows={rows}
              head={NAME_COLUMN}
              columns={shown.map((key) => COLUMNS[key])}
              idOf={({ id }) => id}
              nameOf={nameOf}
              maySelect={({ mine }) => mine}
              selected={selected}
              onSelect={(ids) => setSelected(ids.slice(0, MOST_SELECTED))}
              actions={actionsOf}
            />
          )
        }}
      </QueryView>
      <MoreButton of={people}>{BUSINESS.more}</MoreButton>
      <PeopleDialogs
        open={open}
        restaurants={restaurants}
        selected={selected}
        onOpen={setOpen}
        onAccessSet={() => setSelected([])}
        onInvitedMany={(made) => {
          setSelected([])
          hold(made)
        }}
      />
    </AdminPage>
  )
}
