import { Button } from '@podmoga/ui/button/button'
import styles from '../business.module.css'
import { PEOPLE } from '../business.texts.ts'
import { INVITE_MANY } from './invite-many.texts.ts'

/** Maximum number of people changed at once. */
export const MOST_SELECTED = 500

interface SelectionBarProps {
  count: number
  onOpen: (what: 'bulk' | 'invite_many') => void
  onAll: () => void
  onNone: () => void
}

/** Actions on the selected people. */
export function SelectionBar({ count, onOpen, onAll, onNone }: SelectionBarProps) {
  return (
    <div className={styles.actions}>
      <p role="status">
        {PEOPLE.selected(count)}
        {count === MOST_SELECTED && `. ${PEOPLE.select_most}`}
      </p>
      <Button size="s" onClick={() => onOpen('bulk')}>
        {PEOPLE.access}
      </Button>
      <Button size="s" onClick={() => onOpen('invite_many')}>
        {INVITE_MANY.action}
      </Button>
      <Button size="s" variant="secondary" onClick={onAll}>
        {PEOPLE.select_all}
      </Button>
      <Button size="s" variant="secondary" onClick={onNone}>
        {PEOPLE.unselect}
      </Button>
    </div>
  )
}
