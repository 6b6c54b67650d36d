import { Button } from '@podmoga/ui/button/button'
import { Card } from '@podmoga/ui/card/card'
import { canSendClosed } from '@podmoga/web/outbox/recorded-request'
import { useId } from 'react'
import type { UnsentHandover } from './shift.api.ts'
import styles from './shift.module.css'
import { SHIFT } from './shift.texts.ts'

interface UnsentHandoverProps {
  handover: UnsentHandover
  onBack: () => void
}

/** An unsent handover: its state, its note, and the button back to the form. */
export function UnsentHandoverCard({ handover: { note, problem }, onBack }: UnsentHandoverProps) {
  const titleId = useId()
  return (
    <Card as="article" aria-labelledby={titleId} className={styles.card}>
      <h2 id={titleId} className="t-h3">
        {problem === undefined ? SHIFT.waits : SHIFT.not_handed}
      </h2>
      <p className="t-small t-muted">
        {problem === undefined ? SHIFT.waits_hint(canSendClosed()) : problem || SHIFT.failed}
      </p>
      <p className={styles.note}>{note}</p>
      <Button variant="secondary" className={styles.do} onClick={onBack}>
        {SHIFT.back_to_form}
      </Button>
    </Card>
  )
}
