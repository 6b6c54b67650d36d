import { BusinessTerms, type OperatedBusiness } from '@podmoga/contract/operator'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { TextField } from '@podmoga/ui/field/text-field'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useForm } from '@podmoga/web/use-form'
import type { z } from 'zod'
import { useScope } from '../../lib/scope.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { BUSINESS } from '../business.texts.ts'
import { FormFoot } from '../form-foot.tsx'
import { changeBusiness } from '../people/data.api.ts'
import { OPERATOR } from '../people/data.texts.ts'

/** The last paid day in the operator's time zone; `time` is the exclusive end. */
const dayOf = (time: string | null): string => {
  if (time === null) return ''
  const date = new Date(new Date(time).getTime() - 1)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}
const endOf = (day: string): string | null => {
  if (day === '') return null
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + 1).toISOString()
}
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim()))

/** Edits a business's paid period and limits. */
export function TermsDialog({ business, onClose }: { business: OperatedBusiness; onClose: () => void }) {
  const { call } = useScope()
  const start = {
    paid_until: dayOf(business.paid_until),
    people_max: String(business.people_max ?? ''),
    restaurants_max: String(business.restaurants_max ?? ''),
  }
  const { form, bind, submit, say } = useForm(BusinessTerms, start, {
    toBody: ({ paid_until, people_max, restaurants_max }) => ({
      paid_until: endOf(paid_until),
      people_max: numberOf(people_max),
      restaurants_max: numberOf(restaurants_max),
    }),
  })
  const { run, isPending, problem } = useSubmit({ refreshes: [BUSINESS_ROOT], onFields: say })
  const save = async (terms: z.output<typeof BusinessTerms>) => {
    if ((await run(() => changeBusiness(call, business.id, terms))) !== null) onClose()
  }
  return (
    <Dialog title={OPERATOR.terms_title(business.name)} onClose={onClose} isDismissable={!isPending}>
      <form ref={form} className={styles.form} noValidate onSubmit={(event) => submit(event, save)}>
        <TextField
          {...bind('paid_until')}
          type="date"
          label={OPERATOR.paid_until}
          hint={OPERATOR.empty_is_free}
        />
        {(['people_max', 'restaurants_max'] as const).map((name) => (
          <TextField
            key={name}
            {...bind(name)}
            label={OPERATOR[name]}
            hint={OPERATOR.empty_is_free}
            inputMode="numeric"
          />
        ))}
        <FormFoot problem={problem} isPending={isPending} submit={BUSINESS.save} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
