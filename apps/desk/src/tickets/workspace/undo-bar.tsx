import { Button } from '@podmoga/ui/button/button'
import { Undo2 } from 'lucide-react'
import styles from '../conversation/ticket-pane.module.css'
import { WORK } from '../side/work.texts.ts'
import { TICKETS } from '../tickets.texts.ts'
import type { TicketMutation, TicketMutations } from '../use-ticket-mutations.ts'

const done = (last: TicketMutation): string => {
  if (last.to === 'merged') return WORK.merged_done(last.number, last.into)
  if (last.to === 'split') return WORK.split_done(last.number)
  if (last.to === 'changed') return WORK.changed(last.number, last.name)
  return last.to === 'closed' ? TICKETS.closed(last.number) : TICKETS.reopened(last.number)
}

/** «Тикет №1042 закрыт · Отменить», shown while it can be undone. */
export function UndoBar({ mutations }: { mutations: TicketMutations }) {
  const { last } = mutations
  return (
    <div role="status" className={styles.undo}>
      {last !== null && (
        <p className={styles.undoLine} {...mutations.hold}>
          <span>{done(last)}</span>
          <Button size="s" variant="ghost" icon={<Undo2 size={18} aria-hidden />} onClick={mutations.undo}>
            {TICKETS.undo}
          </Button>
        </p>
      )}
    </div>
  )
}
