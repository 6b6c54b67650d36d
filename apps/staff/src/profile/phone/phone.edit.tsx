import { FormActions } from '@podmoga/ui/dialog/form-actions'
import { TextField } from '@podmoga/ui/field/text-field'
import { Picker } from '@podmoga/ui/picker/picker'
import { type Errors, useForm } from '@podmoga/web/use-form'
import { type ChangeEvent, useMemo } from 'react'
import { z } from 'zod'
import { useScope } from '../../lib/scope.tsx'
import { readFlow, startFlow } from '../code/code-flow.ts'
import styles from '../profile.module.css'
import { PROFILE } from '../profile.texts.ts'
import { ProfileForm } from '../profile-form.tsx'
import { useModal } from '../use-modal.ts'
import { callingCodes, DEFAULT_COUNTRY, formatNational, readPhone, readTyped } from './phone-number.ts'

/** Transforms the typed number to E.164. */
const PhoneForm = z.object({ phone: z.string(), country: z.string() }).transform((typed, { issues }) => {
  const { phone, error } = readPhone(typed.phone, typed.country)
  if (error === undefined) return phone
  issues.push({ code: 'custom', path: ['phone'], message: error, input: typed.phone })
  return z.NEVER
})

/** A new number: country code and the rest, typed or pasted in any notation. */
export function PhoneEdit() {
  const { person } = useScope()
  const modal = useModal()
  const codes = useMemo(callingCodes, [])
  const flow = readFlow('phone', person)
  const typed = readTyped(flow?.address ?? '', DEFAULT_COUNTRY)
  const refused: Errors = flow?.problem ? { phone: flow.problem } : {}
  const form = useForm(
    PhoneForm,
    { country: typed.country, phone: typed.national },
    { refused, checksOnLeave: true },
  )
  const { country } = form.values

  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const isAtEnd = target.selectionStart === target.value.length
    const read = readTyped(target.value, country)
    const isLonger = target.value.length > form.values.phone.length
    // Only text added at the end is grouped: elsewhere the caret would jump.
    const isPlain = /^[\d\s()-]*$/.test(read.national)
    const phone = isAtEnd && isLonger && isPlain ? formatNational(read.national, read.country) : read.national
    form.set({ country: read.country, phone })
  }
  const go = (phone: string) => {
    startFlow('phone', { person, address: phone, is_typed: true })
    modal.push('phone/confirm')
  }
  return (
    <ProfileForm of={form} onValid={go}>
      <div className={styles.phone}>
        <Picker
          label={PROFILE.phone_code}
          searchLabel={PROFILE.find_code}
          items={codes}
          value={country}
          valueText={({ detail, name }) => detail ?? name}
          onChange={(code) => form.set({ country: code })}
        />
        <TextField
          {...form.bind('phone')}
          data-autofocus
          label={PROFILE.phone_number}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          onChange={onChange}
          required
        />
      </div>
      <FormActions submit={PROFILE.send_code} onCancel={modal.close} />
    </ProfileForm>
  )
}
