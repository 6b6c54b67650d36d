import type { AdminRestaurant } from '@podmoga/contract/desk/admin'
import type { DeskDevice } from '@podmoga/contract/desk/devices'
import { Button } from '@podmoga/ui/button/button'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { Link } from '@podmoga/ui/lib/navigation'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { SureDialog } from '@podmoga/web/sure-dialog'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { MoreButton } from '../../lib/more-button.tsx'
import { useScope } from '../../lib/scope.tsx'
import { AdminPage } from '../admin-page.tsx'
import styles from '../business.module.css'
import { BUSINESS, PEOPLE } from '../business.texts.ts'
import { TableImport } from '../import/table-import.tsx'
import { useAddressFilter } from '../people/use-address-filter.ts'
import { QueryView } from '../query-view.tsx'
import { Narrowing } from '../table/narrowing.tsx'
import { DeviceDialog } from './device-dialog.tsx'
import { type DeviceAction, DeviceRow } from './device-row.tsx'
import { archiveDevice, DEVICES_ROOT, devicesQuery, importDevices, restoreDevice } from './devices.api.ts'
import { DEVICES } from './devices.texts.ts'
import { PhotoDialog } from './photo-dialog.tsx'
import { useDeviceRestaurants } from './use-device-restaurants.ts'

const FILTERS = ['search', 'restaurant', 'archived'] as const
type Open = { what: 'add' | 'import' } | { what: 'edit' | 'photo' | 'archive'; device: DeskDevice }

interface DialogsProps {
  open: Open
  restaurants: readonly AdminRestaurant[]
  restaurant: string
  onClose: () => void
}

function Dialogs({ open, restaurants, restaurant, onClose }: DialogsProps) {
  const { call } = useScope()
  if (open.what === 'import')
    return (
      <TableImport
        texts={DEVICES}
        refreshes={DEVICES_ROOT}
        bringIn={(file, options) => importDevices(call, file, options)}
        onClose={onClose}
      />
    )
  if (open.what === 'photo') return <PhotoDialog device={open.device} onClose={onClose} />
  if (open.what === 'archive')
    return (
      <SureDialog
        refreshes={DEVICES_ROOT}
        title={DEVICES.archive_title(open.device.name)}
        text={DEVICES.archive_text}
        submit={DEVICES.archive}
        onSubmit={() => archiveDevice(call, open.device.id)}
        onClose={onClose}
      />
    )
  const device = open.what === 'edit' ? open.device : null
  return <DeviceDialog device={device} restaurants={restaurants} restaurant={restaurant} onClose={onClose} />
}

/** The devices of restaurants. Agents can search them; admins and managers also add, edit, archive and import them. */
export function DevicesPage() {
  const { call, me } = useScope()
  const { filter, set } = useAddressFilter(FILTERS)
  const isNarrowed = FILTERS.some((name) => filter[name] !== '')
  const devices = useInfiniteQuery({
    ...devicesQuery(call, useDeferredValue(filter)),
    placeholderData: keepPreviousData,
  })
  const { kept, read, mayEdit } = useDeviceRestaurants()
  const [open, setOpen] = useState<Open | null>(null)
  const { run, isPending } = useSubmit({ refreshes: [DEVICES_ROOT], toast: true })
  const act = (what: DeviceAction, device: DeskDevice) => {
    if (what === 'restore') void run(() => restoreDevice(call, device.id))
    else setOpen({ what, device })
  }
  const query = filter.restaurant === '' ? '' : `?restaurant=${filter.restaurant}`
  const tools = (
    <div className={styles.actions}>
      {mayEdit && (
        <>
          <Button icon={<Plus size={20} aria-hidden />} onClick={() => setOpen({ what: 'add' })}>
            {DEVICES.add}
          </Button>
          <Button variant="secondary" onClick={() => setOpen({ what: 'import' })}>
            {DEVICES.import_title}
          </Button>
        </>
      )}
      <Link href={`/devices/stickers${query}`} className={styles.tab}>
        {DEVICES.stickers}
      </Link>
    </div>
  )
  return (
    <AdminPage title={DEVICES.title} tools={tools}>
      <p className="t-muted">{DEVICES.hint}</p>
      <Narrowing
        filter={filter}
        set={set}
        search={DEVICES.search}
        searchHint={DEVICES.search_hint}
        by={[
          {
            name: 'restaurant',
            label: DEVICES.restaurant,
            any: DEVICES.any_restaurant,
            values: read.map(({ id, name }) => ({ key: id, name })),
            isLong: true,
            find: PEOPLE.find_restaurant,
          },
          {
            name: 'archived',
            label: DEVICES.which,
            any: DEVICES.in_use,
            values: [{ key: 'true', name: DEVICES.archived }],
          },
        ]}
      />
      <QueryView query={devices}>
        {({ pages }) => {
          const rows = pages.flatMap(({ results }) => results)
          return rows.length === 0 ? (
            <EmptyState text={isNarrowed ? DEVICES.none_such : DEVICES.none} />
          ) : (
            <ul className={styles.list}>
              {rows.map((device) => (
                <DeviceRow
                  key={device.id}
                  device={device}
                  mayChange={me.roles.includes('admin') || kept.some(({ id }) => id === device.restaurant.id)}
                  isBusy={isPending}
                  onAction={(what) => act(what, device)}
                />
              ))}
            </ul>
          )
        }}
      </QueryView>
      <MoreButton of={devices}>{BUSINESS.more}</MoreButton>
      {open !== null && (
        <Dialogs
          open={open}
          restaurants={kept}
          restaurant={filter.restaurant}
          onClose={() => setOpen(null)}
        />
      )}
    </AdminPage>
  )
}
