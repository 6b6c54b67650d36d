import { Code } from '@podmoga/contract/fields/fields'
import { NewPasswordTwice, typedTwice } from '@podmoga/contract/fields/new-password'
import { PasswordField } from '@podmoga/ui/field/password-field'
import type { OtpInputHandle } from '@podmoga/ui/otp-input/otp-input'
import { useForm } from '@podmoga/web/use-form'
import { useEffect, useRef } from 'react'
import { FormCard } from '../form-card.tsx'
import { CodeFields } from '../joining/code-fields.tsx'
import { checkPassword, isOutcomeUnknown } from '../lost-answer.ts'
import { FormWay } from '../sign-in/form-way.tsx'
import { useSubmit } from '../use-submit.ts'
import { recoverPassword, sendRecoveryCode } from './recovery.api.ts'
import { RECOVERY } from './recovery.texts.ts'

const FORM = NewPasswordTwice.extend({ code: Code })
const EMPTY = { code: '', new_password: '', confirmation: '' }

interface RecoverCodeCardProps {
  login: string
  /** When another code may be requested, in epoch milliseconds. */
  deadline: number
  onSent: (deadline: number) => void
  onBack: () => void
  onDone: () => void
}

/** The code and the new password. */
export function RecoverCodeCard({ login, deadline, onSent, onBack, onDone }: RecoverCodeCardProps) {
  const code = useRef<OtpInputHandle>(null)
  const wasLost = useRef(false)
  const { form, values, set, errorOf, bind, submit, say } = useForm(FORM, EMPTY, { toBody: typedTwice })
  const { problem, pending, run } = useSubmit({ onFields: say })
  useEffect(() => code.current?.focusAndSelect(), [])

  const save = async (typed: { code: string; new_password: string }) => {
    const { code: digits, new_password } = typed
    const { ok, error } = await recoverPassword({ login, code: digits, new_password }).catch(
      (failure: unknown) => {
        wasLost.current ||= isOutcomeUnknown(failure)
        throw failure
      },
    )
    // An attempt whose answer was lost may have used the code up: then the password is set.
    const isSet = ok || (wasLost.current && (await checkPassword(login, new_password)))
    if (isSet) onDone()
    else code.current?.focusAndSelect()
    return { ok: isSet, error }
  }
  const send = async () => {
    const answer = await sendRecoveryCode(login)
    if (answer.ok) onSent(Date.now() + (answer.delay_until_next_otp ?? 0) * 1000)
    code.current?.focusAndSelect()
    return answer
  }
  return (
    <FormCard
      ref={form}
      title={RECOVERY.title}
      hints={[RECOVERY.sent(login)]}
      of={{ problem, isPending: pending === 'save' }}
      submit={RECOVERY.save}
      onSubmit={(event) => submit(event, (typed) => run(() => save(typed), { name: 'save' }))}
      ways={<FormWay onPress={onBack}>{RECOVERY.change}</FormWay>}
    >
      <CodeFields
        ref={code}
        label={RECOVERY.code}
        value={values.code}
        error={errorOf('code')}
        onChange={(digits) => set({ code: digits })}
        deadline={deadline}
        isSending={pending === 'send'}
        onResend={() => void run(send, { name: 'send' })}
      />
      <input type="text" autoComplete="username" value={login} readOnly hidden />
      {(['new_password', 'confirmation'] as const).map((name) => (
        <PasswordField
          key={name}
          {...bind(name)}
          label={RECOVERY[name]}
          autoComplete="new-password"
          required
        />
      ))}
    </FormCard>
  )
}
