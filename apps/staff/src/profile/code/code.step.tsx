import { Button } from '@podmoga/ui/button/button'
import { FormActions } from '@podmoga/ui/dialog/form-actions'
import { OtpInput, type OtpInputHandle } from '@podmoga/ui/otp-input/otp-input'
import { NotDone } from '@podmoga/web/submit/submit'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useForm } from '@podmoga/web/use-form'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { FormProblem } from '../form-problem.tsx'
import { profileQuery } from '../own-profile.api.ts'
import { type AddressKind, isProven, verifyCode } from '../profile.api.ts'
import styles from '../profile.module.css'
import { CodeForm } from '../profile.rules.ts'
import { PROFILE } from '../profile.texts.ts'
import { ProfileForm } from '../profile-form.tsx'
import { showFailure } from '../show-failure.ts'
import { useModal } from '../use-modal.ts'
import { useCode } from './use-code.ts'

interface CodeStepProps {
  kind: AddressKind
  /** Formats the address for display. */
  showAddress?: (address: string) => string
}

/** «Введите код»: sent on arrival, checked after the sixth digit. */
export function CodeStep({ kind, showAddress = (address) => address }: CodeStepProps) {
  const scope = useScope()
  const modal = useModal()
  const queryClient = useQueryClient()
  const code = useCode(kind)
  const check = useSubmit({ toast: showFailure })
  const form = useForm(CodeForm, { code: '' }, { checksOnLeave: true })
  const input = useRef<OtpInputHandle>(null)
  const wasLost = useRef(false)
  if (code.flow === null) return null
  const { address, is_sent, is_typed } = code.flow

  const verify = async (digits: string) => {
    const work = async () => {
      const verified = await verifyCode(scope, kind, { address, code: digits })
      // If the previous answer was lost, the code may have been used up successfully. For a phone that the user had before, its
      // presence proves nothing.
      const mayStand = !verified.ok && wasLost.current && (is_typed || kind === 'email')
      return mayStand && (await isProven(scope, kind, address)) ? { ok: true } : verified
    }
    const onRefused = (error: unknown, words: string) => {
      if (error instanceof NotDone) form.say({ code: words })
      else wasLost.current = true
    }
    if ((await check.run(work, { onRefused })) === null) return input.current?.focusAndSelect()
    void queryClient.invalidateQueries({ queryKey: profileQuery(scope).queryKey })
    modal.finish(`${kind}/success`)
  }
  const resend = async () => {
    form.set({ code: '' })
    await code.resend()
    input.current?.focusAndSelect()
  }
  const where = is_sent ? PROFILE.code_sent : code.isSending ? PROFILE.code_sending : PROFILE.code_not_sent
  const edit = modal.link(`${kind}/edit`)
  const problem = code.problem ?? (form.errorOf('code') === undefined ? check.problem : null)
  return (
    <ProfileForm of={form} onValid={(values) => void verify(values.code)}>
      <p className={styles.destination}>
        {where} <b>{showAddress(address)}</b>.{' '}
        <a
          href={edit.href}
          onClick={(event) => {
            event.preventDefault()
            if (is_typed) modal.back()
            else modal.replace(`${kind}/edit`)
          }}
        >
          {PROFILE.change_address}
        </a>
      </p>
      <OtpInput
        ref={input}
        label={kind === 'email' ? PROFILE.code_email : PROFILE.code_phone}
        value={form.values.code}
        onChange={(digits) => {
          check.clearProblem()
          form.set({ code: digits })
        }}
        onComplete={(digits) => void verify(digits)}
        onBlur={form.leave('code')}
        error={form.errorOf('code')}
      />
      <div className={styles.resend}>
        {!code.isSending && code.left > 0 && (
          <p className={styles.countdown}>{PROFILE.resend_in(code.left)}</p>
        )}
        {code.flow.entry !== null && (code.isSending || code.left === 0) && (
          <Button variant="ghost" size="s" isPending={code.isSending} onClick={() => void resend()}>
            {PROFILE.resend}
          </Button>
        )}
      </div>
      <FormProblem>{problem}</FormProblem>
      <FormActions submit={PROFILE.confirm_code} isPending={check.isPending} onCancel={modal.close} />
    </ProfileForm>
  )
}

/** The code sent by e-mail. */
export const EmailConfirm = () => <CodeStep kind="email" />
