import { Button, ButtonLink } from '@podmoga/ui/button/button'
import { Card } from '@podmoga/ui/card/card'
import { FieldError } from '@podmoga/ui/field/field'
import { formatStamp } from '@podmoga/ui/lib/dates'
import { useQuery } from '@tanstack/react-query'
import { Handshake } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.tsx'
import { shiftQuery } from './shift.api.ts'
import styles from './shift.module.css'
import { SHIFT } from './shift.texts.ts'
import { useShift } from './use-shift.ts'

/** On the home page of the next shift, until accepted: the handover of the last one. Nothing if there is none. */
export function HandoverBanner() {
  const scope = useScope()
  // A background query: no retries and no error message if the call is missing or the network is down.
  const handovers = useQuery({ ...shiftQuery(scope), retry: false }).data?.handovers ?? []
  const { busy, problem, accept } = useShift()
  const [first] = handovers.filter(({ is_mine }) => !is_mine)
  if (first === undefined) return null
  const { id, note, author_name, created_at, tickets } = first
  const facts = [
    SHIFT.handed_by(author_name, formatStamp(created_at)),
    tickets.length > 0 && SHIFT.tickets(tickets.length),
  ]
  return (
    <Card as="section" aria-labelledby="handed" className={styles.banner}>
      <h2 id="handed" className={styles.title}>
        <Handshake size={20} aria-hidden /> {SHIFT.handed}
      </h2>
      <p className={styles.brief}>{note}</p>
      <p className="t-small t-muted">{facts.filter(Boolean).join(' · ')}</p>
      {problem !== null && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
      <div className={styles.ways}>
        <Button size="s" isPending={busy === id} onClick={() => void accept(id)}>
          {SHIFT.accept}
        </Button>
        <ButtonLink size="s" variant="ghost" href={paths.shift(scope.restaurantId)}>
          {SHIFT.more}
        </ButtonLink>
      </div>
    </Card>
  )
}
