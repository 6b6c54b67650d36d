import type { Answer } from '@podmoga/contract/endpoint'
import type { OperatedBusiness, readTicketAsOperator as readCall } from '@podmoga/contract/operator'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { TextArea } from '@podmoga/ui/field/text-area'
import { TextField } from '@podmoga/ui/field/text-field'
import { formatFull } from '@podmoga/ui/lib/dates'
import { keyed } from '@podmoga/ui/lib/keyed'
import { type FormEvent, useState } from 'react'
import { usePlace } from '../lib/place.tsx'
import styles from './business.module.css'
import { readTicketAsOperator } from './data.api.ts'
import { OPERATOR } from './data.texts.ts'
import { FormFoot } from './form-foot.tsx'
import { useDeed } from './use-deed.ts'

/** One ticket of a business, for a reason that its admin will read. */
export function ReadTicketDialog({ business, onClose }: { business: OperatedBusiness; onClose: () => void }) {
  const { call } = usePlace()
  const [number, setNumber] = useState('')
  const [reason, setReason] = useState('')
  const [ticket, setTicket] = useState<Answer<typeof readCall> | null>(null)
  const { run, isPending, fields, problem } = useDeed({ isInForm: true })
  const read = async (event: FormEvent) => {
    event.preventDefault()
    setTicket(await run(() => readTicketAsOperator(call, business.id, { number: Number(number), reason })))
  }
  return (
    <Dialog title={OPERATOR.read_title(business.name)} onClose={onClose} isDismissable={!isPending}>
      <form className={styles.form} noValidate onSubmit={read}>
        <p>{OPERATOR.read_hint}</p>
        <TextField
          label={OPERATOR.number}
          inputMode="numeric"
          value={number}
          error={fields.number}
          onChange={(event) => setNumber(event.target.value)}
        />
        <TextArea
          label={OPERATOR.reason}
          rows={2}
          maxRows={6}
          value={reason}
          error={fields.reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {ticket !== null && (
          <ul className={styles.list} aria-label={OPERATOR.read}>
            {keyed(ticket.messages, ({ created_at }) => created_at).map(({ key, item }) => (
              <li key={key} className={styles.facts}>
                <p className="t-small t-muted">
                  {item.from_support ? OPERATOR.support : OPERATOR.staff} · {formatFull(item.created_at)}
                </p>
                <p>{item.text}</p>
              </li>
            ))}
          </ul>
        )}
        <FormFoot problem={problem} isPending={isPending} submit={OPERATOR.open} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
