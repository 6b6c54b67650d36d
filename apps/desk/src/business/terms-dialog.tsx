import { BusinessTerms, type OperatedBusiness } from '@podmoga/contract/operator'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { TextField } from '@podmoga/ui/field/text-field'
import { type FormEvent, useState } from 'react'
import { usePlace } from '../lib/place.tsx'
import styles from './business.module.css'
import { BUSINESS } from './business.texts.ts'
import { changeBusiness } from './data.api.ts'
import { OPERATOR } from './data.texts.ts'
import { FormFoot } from './form-foot.tsx'
import { useDeed } from './use-deed.ts'

/** The day is the last one paid, whole, as the operator's own calendar has it. */
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

/** Until when a business is paid, and how much of everything it may have. */
export function TermsDialog({ business, onClose }: { business: OperatedBusiness; onClose: () => void }) {
  const { call } = usePlace()
  const [day, setDay] = useState(dayOf(business.paid_until))
  const [people, setPeople] = useState(String(business.people_max ?? ''))
  const [restaurants, setRestaurants] = useState(String(business.restaurants_max ?? ''))
  const { run, isPending, fields, setFields, problem } = useDeed({ isInForm: true })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const parsed = BusinessTerms.safeParse({
      paid_until: endOf(day),
      people_max: numberOf(people),
      restaurants_max: numberOf(restaurants),
    })
    if (!parsed.success)
      return setFields(
        Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])),
      )
    if ((await run(() => changeBusiness(call, business.id, parsed.data))) !== null) onClose()
  }
  return (
    <Dialog title={OPERATOR.terms_title(business.name)} onClose={onClose} isDismissable={!isPending}>
      <form className={styles.form} noValidate onSubmit={save}>
        <TextField
          type="date"
          label={OPERATOR.paid_until}
          hint={OPERATOR.empty_is_free}
          value={day}
          error={fields.paid_until}
          onChange={(event) => setDay(event.target.value)}
        />
        <TextField
          label={OPERATOR.people_max}
          hint={OPERATOR.empty_is_free}
          inputMode="numeric"
          value={people}
          error={fields.people_max}
          onChange={(event) => setPeople(event.target.value)}
        />
        <TextField
          label={OPERATOR.restaurants_max}
          hint={OPERATOR.empty_is_free}
          inputMode="numeric"
          value={restaurants}
          error={fields.restaurants_max}
          onChange={(event) => setRestaurants(event.target.value)}
        />
        <FormFoot problem={problem} isPending={isPending} submit={BUSINESS.save} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
