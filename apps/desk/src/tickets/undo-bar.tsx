import { Button } from '@podmoga/ui/button/button'
import { Undo2 } from 'lucide-react'
import styles from './ticket-pane.module.css'
import { TICKETS } from './tickets.texts.ts'
import type { Deed, Deeds } from './use-deeds.ts'
import { WORK } from './work.texts.ts'

const done = (deed: Deed): string => {
  if (deed.to === 'merged') return WORK.merged_done(deed.number, deed.into)
  if (deed.to === 'split') return WORK.split_done(deed.number)
  return deed.to === 'closed' ? TICKETS.closed(deed.number) : TICKETS.reopened(deed.number)
}

/** «Тикет №1042 закрыт · Отменить», for as long as it may be undone. */
export function UndoBar({ deeds }: { deeds: Deeds }) {
  const { deed } = deeds
  return (
    <div role="status" className={styles.undo}>
      {deed !== null && (
        <p className={styles.undoLine} {...deeds.hold}>
          <span>{done(deed)}</span>
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
