import type { AdminPerson } from '@podmoga/contract/desk/people'
import { Button } from '@podmoga/ui/button/button'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { Link } from '@podmoga/ui/lib/navigation'
import { toast } from '@podmoga/ui/toast/toast'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { MoreButton } from '../../lib/more-button.tsx'
import { useScope } from '../../lib/scope.tsx'
import { AdminPage } from '../admin-page.tsx'
import { BUSINESS_ROOT, peopleQuery, restaurantsQuery } from '../business.api.ts'
import styles from '../business.module.css'
import { enablePerson, inviteAgain } from '../business.mutations.ts'
import { BUSINESS, PEOPLE } from '../business.texts.ts'
import { IMPORT } from '../import/import.texts.ts'
import { JoinRequests } from '../joining/join-requests.tsx'
import { POSTER } from '../joining/joining.texts.ts'
import { ExportButtons } from '../journal/export-buttons.tsx'
import { QueryView } from '../query-view.tsx'
import { Erasures } from './erasures.tsx'
import { InvitationSheet } from './invitation-sheet.tsx'
import type { InvitedMany } from './invite-many-dialog.tsx'
import { type OpenDialog, PeopleDialogs } from './people-dialogs.tsx'
import { FILTERS, PeopleFilters } from './people-filters.tsx'
import { nameOf, type PersonAction, PersonRow } from './person-row.tsx'
import { MOST_SELECTED, SelectionBar } from './selection-bar.tsx'
import { useAddressFilter } from './use-address-filter.ts'

const rowsOf = ({ data }: { data: { pages: { results: AdminPerson[] }[] } | undefined }) =>
  data?.pages.flatMap(({ results }) => results) ?? []

/** What stands beside the page's title. */
function PeopleTools({ onInvite }: { onInvite: () => void }) {
  return (
    <div className={styles.actions}>
      <Button icon={<UserPlus size={20} aria-hidden />} onClick={onInvite}>
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
  )
}

/** The people of a business: found, invited, given restaurants and roles, let go. */
export function PeoplePage() {
  const { call } = useScope()
  const { filter, set } = useAddressFilter(FILTERS)
  const people = useInfiniteQuery({
    ...peopleQuery(call, useDeferredValue(filter)),
    placeholderData: keepPreviousData,
  })
  const { data: places } = useQuery(restaurantsQuery(call))
  const restaurants = places?.restaurants.filter(({ archived_at }) => archived_at === null) ?? []
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const { run, isPending } = useSubmit({ refreshes: [BUSINESS_ROOT], toast: true })
  const [invited, setInvited] = useState<InvitedMany | null>(null)
  const [selected, setSelected] = useState<readonly string[]>([])
  const select = (id: string) =>
    setSelected((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))

  const newLink = async (person: AdminPerson) => {
    const made = await run((key) => inviteAgain(call, person.id, { idempotency_key: key }), {
      of: [person.id],
    })
    const title = person.state === 'invited' ? PEOPLE.ready : PEOPLE.ready_password
    if (made !== null) setOpen({ what: 'link', title, link: made.link, isSent: made.sent })
  }
  const enable = async (person: AdminPerson) => {
    const done = await run(() => enablePerson(call, person.id))
    if (done !== null) toast.success({ title: PEOPLE.enabled(nameOf(person)) })
  }
  const order = (action: PersonAction, person: AdminPerson) => {
    if (action === 'link') void newLink(person)
    else if (action === 'enable') void enable(person)
    else setOpen({ what: action, person })
  }
  /** As many as may be changed at once: the pages that are missing are fetched. */
  const selectAll = async () => {
    let found = people
    while (found.hasNextPage && rowsOf(found).length < MOST_SELECTED) found = await found.fetchNextPage()
    const own = rowsOf(found).filter(({ mine }) => mine)
    setSelected(own.slice(0, MOST_SELECTED).map(({ id }) => id))
  }
  if (invited !== null) return <InvitationSheet invited={invited} onDone={() => setInvited(null)} />
  return (
    <AdminPage title={BUSINESS.people} tools={<PeopleTools onInvite={() => setOpen({ what: 'invite' })} />}>
      <JoinRequests />
      <Erasures />
      <PeopleFilters filter={filter} set={set} restaurants={restaurants} />
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
            <ul className={styles.list}>
              {rows.map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  isBusy={isPending}
                  isSelected={selected.includes(person.id)}
                  onSelect={() => select(person.id)}
                  onAction={(action) => order(action, person)}
                />
              ))}
            </ul>
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
          setInvited(made)
        }}
      />
    </AdminPage>
  )
}
