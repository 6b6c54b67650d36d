import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { formatFull } from '@podmoga/ui/lib/dates'
import type { PickKind } from '../picker/pick-kinds.ts'
import { WORK } from '../side/work.texts.ts'
import { TEAM } from '../team.texts.ts'
import styles from './ticket-pane.module.css'

interface WorkChipsProps {
  ticket: DeskTicket
  onPick: (what: PickKind) => void
}

/** How pressing it is, its tags, whether it is put off, what it is about: each opens its list, by a press or its key. */
export function WorkChips({ ticket, onPick }: WorkChipsProps) {
  const { priority, tags, snoozed_until, topic_readable, category_readable, status } = ticket
  const chips: readonly [PickKind, key: string, name: string, value: string][] = [
    ['priority', 'P', TEAM.priority, WORK.priority_name[priority]],
    ['tags', 'L', TEAM.tags, tags.join(', ') || TEAM.no_tags],
    ['snooze', 'H', TEAM.snooze, snoozed_until === null ? '' : formatFull(snoozed_until)],
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
              <span>{value === '' ? name : `${name}: ${value}`}</span>
              <kbd aria-hidden>{key}</kbd>
            </button>
          ),
      )}
    </fieldset>
  )
}
