import { FIELD } from '@podmoga/contract/field-texts'
import { Code, NewPassword } from '@podmoga/contract/fields'
import { Button } from '@podmoga/ui/button/button'
import { PasswordField } from '@podmoga/ui/field/password-field'
import { useCountdown } from '@podmoga/ui/lib/use-countdown'
import { OtpInput, type OtpInputHandle } from '@podmoga/ui/otp-input/otp-input'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FormCard } from './form-card.tsx'
import { recoverPassword, sendRecoveryCode } from './recovery.api.ts'
import { RECOVERY } from './recovery.texts.ts'
import { Resend } from './resend.tsx'
import { useCalls } from './use-calls.ts'

interface Values {
  code: string
  new_password: string
  confirmation: string
}
type Errors = Partial<Record<keyof Values, string>>

const errorsOf = ({ code, new_password, confirmation }: Values): Errors => {
  const errors: Errors = {}
  const wrongCode = Code.safeParse(code).error?.issues[0]?.message
  const wrongPassword = NewPassword.safeParse(new_password).error?.issues[0]?.message
  if (wrongCode !== undefined) errors.code = wrongCode
  if (wrongPassword !== undefined) errors.new_password = wrongPassword
  if (confirmation === '') errors.confirmation = FIELD.confirmation_required
  else if (confirmation !== new_password) errors.confirmation = FIELD.confirmation
  return errors
}

interface RecoverCodeCardProps {
  login: string
  /** When another code may be asked for, in epoch milliseconds. */
  deadline: number
  onSent: (deadline: number) => void
  onBack: () => void
  onDone: () => void
}

/** The code and the new password. */
export function RecoverCodeCard({ login, deadline, onSent, onBack, onDone }: RecoverCodeCardProps) {
  const form = useRef<HTMLFormElement>(null)
  const code = useRef<OtpInputHandle>(null)
  const [values, setValues] = useState<Values>({ code: '', new_password: '', confirmation: '' })
  const [isTouched, setTouched] = useState(false)
  const [said, setSaid] = useState<Errors>({})
  const { problem, setProblem, running, run } = useCalls<'save' | 'send'>(({ fields }) => setSaid(fields))
  const left = useCountdown(deadline)
  useEffect(() => code.current?.focusAndSelect(), [])

  const set = (part: Partial<Values>) => {
    setValues((before) => ({ ...before, ...part }))
    setSaid({})
    setProblem(null)
  }
  const found = errorsOf(values)
  const errorOf = (name: keyof Values) => (isTouched ? found[name] : undefined) ?? said[name]

  const save = async () => {
    const { ok, error } = await recoverPassword({
      login: login.trim(),
      code: values.code,
      new_password: values.new_password,
    })
    if (ok) onDone()
    else code.current?.focusAndSelect()
    return ok ? null : (error ?? RECOVERY.try_again)
  }
  const send = async () => {
    const { ok, error, delay_until_next_otp } = await sendRecoveryCode(login.trim())
    if (ok) onSent(Date.now() + (delay_until_next_otp ?? 0) * 1000)
    code.current?.focusAndSelect()
    return ok ? null : (error ?? RECOVERY.try_again)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    flushSync(() => setTouched(true))
    if (Object.keys(found).length === 0) void run('save', save)
    else form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  return (
    <FormCard
      ref={form}
      title={RECOVERY.title}
      hints={[RECOVERY.sent(login.trim())]}
      problem={problem}
      submit={RECOVERY.save}
      isPending={running === 'save'}
      onSubmit={submit}
      ways={
        <Button variant="ghost" wide onClick={onBack}>
          {RECOVERY.change}
        </Button>
      }
    >
      <OtpInput
        ref={code}
        label={RECOVERY.code}
        value={values.code}
        onChange={(digits) => set({ code: digits })}
        error={errorOf('code')}
      />
      <Resend left={left} isPending={running === 'send'} onResend={() => void run('send', send)} />
      <input type="text" autoComplete="username" value={login} readOnly hidden />
      <PasswordField
        label={RECOVERY.new_password}
        autoComplete="new-password"
        value={values.new_password}
        onChange={(event) => set({ new_password: event.target.value })}
        error={errorOf('new_password')}
        required
      />
      <PasswordField
        label={RECOVERY.confirmation}
        autoComplete="new-password"
        value={values.confirmation}
        onChange={(event) => set({ confirmation: event.target.value })}
        error={errorOf('confirmation')}
        required
      />
    </FormCard>
  )
}
