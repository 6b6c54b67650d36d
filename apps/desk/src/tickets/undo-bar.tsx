import { Button } from '@podmoga/ui/button/button'
import { Undo2 } from 'lucide-react'
import styles from './ticket-pane.module.css'
import { TICKETS } from './tickets.texts.ts'
import type { Deeds } from './use-deeds.ts'

/** «Тикет №1042 закрыт · Отменить», for as long as it may be undone. */
export function UndoBar({ deeds }: { deeds: Deeds }) {
  const { deed } = deeds
  return (
    <div role="status" className={styles.undo}>
      {deed !== null && (
        <p className={styles.undoLine}>
          <span>{deed.to === 'closed' ? TICKETS.closed(deed.number) : TICKETS.reopened(deed.number)}</span>
          <Button
            size="s"
            variant="ghost"
            icon={<Undo2 size={18} aria-hidden />}
            onClick={() => void deeds.undo()}
          >
            {TICKETS.undo}
          </Button>
        </p>
      )}
    </div>
  )
}
