import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import type { PickKind } from '../picker/pick-kinds.ts'
import { snoozedTill } from '../side/snoozed-till.ts'
import { WORK } from '../side/work.texts.ts'
import { TEAM } from '../team.texts.ts'
import styles from './ticket-pane.module.css'

interface WorkChipsProps {
  ticket: DeskTicket
  onPick: (what: PickKind) => void
}

/** Chips of priority, tags, snooze and topic; each opens its picker on a press or by its key. */
export function WorkChips({ ticket, onPick }: WorkChipsProps) {
  const { priority, tags, snoozed_until, topic_readable, category_readable, status, restaurant } = ticket
  const till = snoozed_until === null ? '' : snoozedTill(snoozed_until, restaurant.timezone)
  const chips: readonly [PickKind, key: string, name: string, value: string][] = [
    ['priority', 'P', TEAM.priority, WORK.priority_name[priority]],
    ['tags', 'L', TEAM.tags, tags.join(', ') || TEAM.no_tags],
    ['snooze', 'H', TEAM.snooze, till],
    ['about', 'T', TEAM.topic, topic_readable ?? category_readable],
  ]
  return (
    <fieldset className={styles.chips} aria-label={TEAM.work}>
      {chips.map(
        ([what, key, name, value]) =>
          !(what === 'snooze' && status === 'processed') && (
            <button
              key={what}
              type="button"
              className={styles.workChip}
              data-priority={what === 'priority' ? priority : undefined}
              aria-keyshortcuts={key}
              onClick={() => onPick(what)}
            >
              <span>
                {value === '' ? name : what === 'snooze' ? TEAM.snooze_till(value) : `${name}: ${value}`}
              </span>
              <kbd aria-hidden>{key}</kbd>
            </button>
          ),
      )}
    </fieldset>
  )
}
