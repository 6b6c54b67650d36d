import type { DeskDevice } from '@podmoga/contract/desk/devices'
import { Button } from '@podmoga/ui/button/button'
import styles from '../business.module.css'
import { DEVICES } from './devices.texts.ts'

/** Actions on a device. */
export type DeviceAction = 'edit' | 'photo' | 'archive' | 'restore'

const ACTIONS = ['edit', 'photo', 'archive'] as const
const ACTIONS_PUT_AWAY = ['restore'] as const

interface DeviceRowProps {
  device: DeskDevice
  mayChange: boolean
  isBusy: boolean
  onAction: (action: DeviceAction) => void
}

/** A device in the list, with its actions. */
export function DeviceRow({ device, mayChange, isBusy, onAction }: DeviceRowProps) {
  const { id, name, photo, restaurant, archived_at, tickets } = device
  const facts = [device.kind_name, device.model, device.serial].filter(Boolean).join(' · ')
  const where = [restaurant.name, device.place, DEVICES.tickets(tickets)].filter(Boolean).join(' · ')
  return (
    <li className={styles.row}>
      {photo !== null && <img className={styles.logo} src={photo} alt="" width={48} height={48} />}
      <div className={styles.facts}>
        <p className={styles.name} id={`device-${id}`}>
          {name}
        </p>
        <p className="t-small t-muted">{facts}</p>
        <p className="t-small t-muted">{where}</p>
      </div>
      {mayChange && (
        <div className={styles.actions}>
          {(archived_at === null ? ACTIONS : ACTIONS_PUT_AWAY).map((action) => (
            <Button
              key={action}
              variant="secondary"
              size="s"
              isPending={isBusy}
              aria-describedby={`device-${id}`}
              onClick={() => onAction(action)}
            >
              {DEVICES[action]}
            </Button>
          ))}
        </div>
      )}
    </li>
  )
}
