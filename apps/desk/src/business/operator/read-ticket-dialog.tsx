import type { Answer } from '@podmoga/contract/endpoint'
import { type OperatedBusiness, readTicketAsOperator as readCall } from '@podmoga/contract/operator'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { TextArea } from '@podmoga/ui/field/text-area'
import { TextField } from '@podmoga/ui/field/text-field'
import { formatFull } from '@podmoga/ui/lib/dates'
import { keyed } from '@podmoga/ui/lib/keyed'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useForm } from '@podmoga/web/use-form'
import { useState } from 'react'
import type { z } from 'zod'
import { useScope } from '../../lib/scope.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { FormFoot } from '../form-foot.tsx'
import { readTicketAsOperator } from '../people/data.api.ts'
import { OPERATOR } from '../people/data.texts.ts'

const EMPTY = { number: '', reason: '' }

/** Lets an operator read one ticket of a business, with a reason that is shown to the business's admin. */
export function ReadTicketDialog({ business, onClose }: { business: OperatedBusiness; onClose: () => void }) {
  const { call } = useScope()
  const [ticket, setTicket] = useState<Answer<typeof readCall> | null>(null)
  const { form, bind, submit, say } = useForm(readCall.body, EMPTY, {
    toBody: ({ number, reason }) => ({ number: number.trim() === '' ? null : Number(number), reason }),
  })
  const { run, isPending, problem } = useSubmit({ refreshes: [BUSINESS_ROOT], onFields: say })
  const read = async (body: z.output<typeof readCall.body>) =>
    setTicket(await run(() => readTicketAsOperator(call, business.id, body)))
  return (
    <Dialog title={OPERATOR.read_title(business.name)} onClose={onClose} isDismissable={!isPending}>
      <form ref={form} className={styles.form} noValidate onSubmit={(event) => submit(event, read)}>
        <p>{OPERATOR.read_hint}</p>
        <TextField {...bind('number')} label={OPERATOR.number} inputMode="numeric" />
        <TextArea {...bind('reason')} label={OPERATOR.reason} rows={2} maxRows={6} />
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
