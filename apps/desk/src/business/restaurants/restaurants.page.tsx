import type { AdminRestaurant } from '@podmoga/contract/desk/admin'
import { Button } from '@podmoga/ui/button/button'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { formatDay } from '@podmoga/ui/lib/dates'
import { Link } from '@podmoga/ui/lib/navigation'
import { MenuButton } from '@podmoga/ui/menu/menu-button'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { SureDialog } from '@podmoga/web/sure-dialog'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Ellipsis, Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { MoreButton } from '../../lib/more-button.tsx'
import { useScope } from '../../lib/scope.tsx'
import { AdminPage } from '../admin-page.tsx'
import { BUSINESS_ROOT, type ListedRestaurant, restaurantListQuery } from '../business.api.ts'
import styles from '../business.module.css'
import { archiveRestaurant, importRestaurants, restoreRestaurant } from '../business.mutations.ts'
import { BUSINESS, PEOPLE, RESTAURANTS } from '../business.texts.ts'
import { TableImport } from '../import/table-import.tsx'
import { POSTER } from '../joining/joining.texts.ts'
import { useAddressFilter } from '../people/use-address-filter.ts'
import { QueryView } from '../query-view.tsx'
import { ColumnsButton, useColumns } from '../table/columns-button.tsx'
import { TABLE } from '../table/data-table.texts.ts'
import { type Column, DataTable } from '../table/data-table.tsx'
import { ALL_GROUPS } from './all-groups.texts.ts'
import { AllGroupsDialog } from './all-groups-dialog.tsx'
import { GroupsDialog } from './groups-dialog.tsx'
import { RestaurantDialog } from './restaurant-dialog.tsx'
import { RESTAURANT_FILTERS, RestaurantFilters } from './restaurant-filters.tsx'

type Open =
  | { what: 'add' | 'import' | 'groups' | 'all groups' }
  | { what: 'edit' | 'archive'; restaurant: AdminRestaurant }

const KEYS = ['people', 'city', 'chain', 'groups', 'last_ticket', 'timezone'] as const
const FIRST: readonly (typeof KEYS)[number][] = ['people', 'city', 'chain', 'groups', 'last_ticket']

const NAME: Column<ListedRestaurant> = { key: 'name', name: RESTAURANTS.name, cell: ({ name }) => name }
const COLUMNS: Record<(typeof KEYS)[number], Column<ListedRestaurant>> = {
  people: {
    key: 'people',
    name: RESTAURANTS.column_people,
    cell: ({ id, people }) => (
      <Link href={`/admin/people?restaurant=${id}`}>{RESTAURANTS.people(people)}</Link>
    ),
  },
  city: { key: 'city', name: RESTAURANTS.city, cell: ({ city }) => city ?? '' },
  chain: { key: 'chain', name: RESTAURANTS.chain, cell: ({ chain }) => chain ?? '' },
  groups: { key: 'groups', name: RESTAURANTS.groups, cell: ({ groups }) => groups.join(', ') },
  last_ticket: {
    key: 'last_ticket',
    name: RESTAURANTS.last_ticket,
    cell: ({ last_ticket_at }) =>
      last_ticket_at === null ? RESTAURANTS.no_tickets : formatDay(last_ticket_at),
  },
  timezone: { key: 'timezone', name: RESTAURANTS.timezone, cell: ({ timezone_name }) => timezone_name },
}

interface ActionsProps {
  restaurant: ListedRestaurant
  isBusy: boolean
  onOpen: (open: Open) => void
  onRestore: () => void
}

/** Actions on one restaurant. */
function RestaurantActions({ restaurant, isBusy, onOpen, onRestore }: ActionsProps) {
  const { id, name, archived_at } = restaurant
  const isArchived = archived_at !== null
  return (
    <>
      <Button
        variant="ghost"
        size="s"
        isPending={isBusy}
        aria-label={`${isArchived ? RESTAURANTS.restore : RESTAURANTS.edit}: ${name}`}
        onClick={() => (isArchived ? onRestore() : onOpen({ what: 'edit', restaurant }))}
      >
        {isArchived ? RESTAURANTS.restore : RESTAURANTS.edit}
      </Button>
      <MenuButton
        menuLabel={TABLE.more(name)}
        label={TABLE.more(name)}
        trigger={<Ellipsis size={20} aria-hidden />}
        variant="icon"
        entries={[
          { key: 'people', label: RESTAURANTS.show_people, href: `/admin/people?restaurant=${id}` },
          ...(isArchived
            ? []
            : [
                { key: 'poster', label: POSTER.title, href: `/admin/poster?restaurant=${id}` },
                {
                  key: 'archive',
                  label: RESTAURANTS.archive,
                  isApart: true,
                  onAction: () => onOpen({ what: 'archive', restaurant }),
                },
              ]),
        ]}
      />
    </>
  )
}

interface DialogsProps {
  open: Open | null
  selected: readonly string[]
  known: readonly string[]
  onGrouped: () => void
  onClose: () => void
}

/** Renders the open dialog. */
function RestaurantDialogs({ open, selected, known, onGrouped, onClose }: DialogsProps) {
  const { call } = useScope()
  return (
    <>
      {open?.what === 'groups' && (
        <GroupsDialog ids={selected} known={known} onDone={onGrouped} onClose={onClose} />
      )}
      {open?.what === 'all groups' && <AllGroupsDialog onClose={onClose} />}
      {open?.what === 'add' && <RestaurantDialog restaurant={null} onClose={onClose} />}
      {open?.what === 'import' && (
        <TableImport
          texts={RESTAURANTS}
          refreshes={BUSINESS_ROOT}
          bringIn={(file, options) => importRestaurants(call, file, options)}
          onClose={onClose}
        />
      )}
      {open?.what === 'edit' && <RestaurantDialog restaurant={open.restaurant} onClose={onClose} />}
      {open?.what === 'archive' && (
        <SureDialog
          refreshes={BUSINESS_ROOT}
          title={RESTAURANTS.archive_title(open.restaurant.name)}
          text={RESTAURANTS.archive_text}
          submit={RESTAURANTS.archive}
          onSubmit={() => archiveRestaurant(call, open.restaurant.id)}
          onClose={onClose}
        />
      )}
    </>
  )
}

/** The restaurants of a business, up to thousands: search, filter, group, archive. */
export function RestaurantsPage() {
  const { call } = useScope()
  const { filter, set } = useAddressFilter(RESTAURANT_FILTERS)
  const list = useInfiniteQuery({
    ...restaurantListQuery(call, useDeferredValue(filter)),
    placeholderData: keepPreviousData,
  })
  const { shown, toggle } = useColumns('restaurants', KEYS, FIRST)
  const [selected, setSelected] = useState<readonly string[]>([])
  const [open, setOpen] = useState<Open | null>(null)
  const { run, isPending } = useSubmit({ refreshes: [BUSINESS_ROOT], toast: true })
  const close = () => setOpen(null)
  const [first] = list.data?.pages ?? []
  const selectAll = async () => {
    let found = list
    while (found.hasNextPage) found = await found.fetchNextPage()
    setSelected(found.data?.pages.flatMap(({ results }) => results.map(({ id }) => id)) ?? [])
  }
  return (
    <AdminPage
      title={BUSINESS.restaurants}
      count={first && RESTAURANTS.total(first.total)}
      isWide
      tools={
        <div className={styles.actions}>
          <Button size="s" variant="secondary" onClick={() => setOpen({ what: 'all groups' })}>
            {ALL_GROUPS.open}
          </Button>
          <Button size="s" variant="secondary" onClick={() => setOpen({ what: 'import' })}>
            {RESTAURANTS.import_title}
          </Button>
          <Button size="s" icon={<Plus size={20} aria-hidden />} onClick={() => setOpen({ what: 'add' })}>
            {RESTAURANTS.add}
          </Button>
        </div>
      }
    >
      <RestaurantFilters filter={filter} set={set} known={first}>
        <ColumnsButton
          columns={KEYS.map((key) => ({ key, name: COLUMNS[key].name }))}
          shown={shown}
          onToggle={toggle}
        />
      </RestaurantFilters>
      {selected.length > 0 && (
        <div className={styles.actions}>
          <p role="status">{PEOPLE.selected(selected.length)}</p>
          <Button size="s" onClick={() => setOpen({ what: 'groups' })}>
            {RESTAURANTS.bulk_groups}
          </Button>
          <Button size="s" variant="secondary" onClick={() => void selectAll()}>
            {PEOPLE.select_all}
          </Button>
          <Button size="s" variant="secondary" onClick={() => setSelected([])}>
            {PEOPLE.unselect}
          </Button>
        </div>
      )}
      <QueryView query={list}>
        {({ pages }) => {
          const rows = pages.flatMap(({ results }) => results)
          return rows.length === 0 ? (
            <EmptyState text={RESTAURANTS.empty} />
          ) : (
            <DataTable
              label={BUSINESS.restaurants}
              rows={rows}
              head={NAME}
              columns={shown.map((key) => COLUMNS[key])}
              idOf={({ id }) => id}
              nameOf={({ name }) => name}
              maySelect={({ archived_at }) => archived_at === null}
              selected={selected}
              onSelect={setSelected}
              actions={(restaurant) => (
                <RestaurantActions
                  restaurant={restaurant}
                  isBusy={isPending}
                  onOpen={setOpen}
                  onRestore={() => void run(() => restoreRestaurant(call, restaurant.id))}
                />
              )}
            />
          )
        }}
      </QueryView>
      <MoreButton of={list}>{BUSINESS.more}</MoreButton>
      <RestaurantDialogs
        open={open}
        selected={selected}
        known={first?.groups ?? []}
        onGrouped={() => setSelected([])}
        onClose={close}
      />
    </AdminPage>
  )
}
