import type { Call } from '@podmoga/contract/client'
import { Button } from '@podmoga/ui/button/button'
import { useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useMemo, useSyncExternalStore } from 'react'
import type { DeskOutbox } from '../../lib/outbox.ts'
import styles from '../conversation/ticket-pane.module.css'
import { WORK } from '../side/work.texts.ts'
import { ticketQuery } from '../tickets.api.ts'
import { TICKETS } from '../tickets.texts.ts'
import { waitingActs } from './acts.ts'

/** Pending actions, «Ждёт сети: закрыть», each with a cancel button. */
export function WaitingActs({
  call,
  outbox,
  ticketId,
}: {
  call: Call
  outbox: DeskOutbox
  ticketId: string
}) {
  const cache = useQueryClient()
  const all = useSyncExternalStore(outbox.subscribe, outbox.all)
  const acts = useMemo(() => waitingActs(all, ticketId), [all, ticketId])
  return (
    <ul className={styles.waiting} aria-label={TICKETS.waits_network} hidden={acts.length === 0}>
      {acts.map(({ id, data }) => (
        <li key={id} className={styles.undoLine}>
          <WifiOff size={16} aria-hidden />
          <span>{WORK.waits(data.name)}</span>
          <Button
            size="s"
            variant="ghost"
            aria-label={`${TICKETS.undo}: ${data.name}`}
            onClick={() => {
              outbox.remove(id)
              cache.setQueryData(
                ticketQuery(call, ticketId).queryKey,
                (now) => now && { ...now, ...data.before },
              )
            }}
          >
            {TICKETS.undo}
          </Button>
        </li>
      ))}
    </ul>
  )
}
