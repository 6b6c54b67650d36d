import type { Call } from '@podmoga/contract/client'
import { confirm } from '@podmoga/contract/confirmation'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { PasswordField } from '@podmoga/ui/field/password-field'
import { TextField } from '@podmoga/ui/field/text-field'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { CONFIRM } from '../session/confirmation.texts.ts'
import { withPasskey } from '../session/passkeys.api.ts'
import { PASSKEYS } from '../session/passkeys.texts.ts'
import { secondStepQuery } from '../session/second-step.api.ts'
import { useSubmit } from '../submit/use-submit.ts'
import styles from './confirm-dialog.module.css'

interface ConfirmDialogProps {
  call: Call
  onAnswer: (is_confirmed: boolean) => void
}

/** Asks for the password or a second-step code before a sensitive action, which waits for it. */
export function ConfirmDialog({ call, onAnswer }: ConfirmDialogProps) {
  const { data: step } = useQuery(secondStepQuery(call))
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<'password' | 'code' | null>(null)
  const way = chosen ?? (step?.password === false ? 'code' : 'password')
  const { run, isPending, problem, clearProblem } = useSubmit()
  const submit = async (event: FormEvent) => {
    // React events bubble to the page behind, even from a dialog.
    event.preventDefault()
    event.stopPropagation()
    const done = await run(() =>
      call(confirm, { body: way === 'code' ? { code: typed } : { password: typed } }),
    )
    if (done !== null) return onAnswer(true)
    field.current?.focus()
    field.current?.select()
  }
  const byKey = async () => {
    const done = await run(() => withPasskey(call, (passkey) => call(confirm, { body: { passkey } })))
    if (done !== null) onAnswer(true)
  }
  const swap = () => {
    setChosen(way === 'code' ? 'password' : 'code')
    setTyped('')
    clearProblem()
  }
  const bound = {
    ref: field,
    value: typed,
    error: problem ?? undefined,
    onChange: (event: { target: { value: string } }) => {
      setTyped(event.target.value)
      clearProblem()
    },
  }
  return (
    <Dialog title={CONFIRM.title} onClose={() => onAnswer(false)} isDismissable={!isPending}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <p>{CONFIRM.hint}</p>
        {way === 'code' ? (
          <TextField key="code" {...bound} label={CONFIRM.code} autoComplete="one-time-code" />
        ) : (
          <PasswordField key="password" {...bound} label={CONFIRM.password} autoComplete="current-password" />
        )}
        {step !== undefined && step.passkeys > 0 && (
          <Button variant="secondary" isPending={isPending} onClick={() => void byKey()}>
            {PASSKEYS.by_key}
          </Button>
        )}
        {step?.totp === true && step.password && (
          <Button variant="ghost" size="s" onClick={swap}>
            {way === 'code' ? CONFIRM.by_password : CONFIRM.by_code}
          </Button>
        )}
        <DialogActions>
          <Button variant="secondary" onClick={() => onAnswer(false)}>
            {CONFIRM.cancel}
          </Button>
          <Button type="submit" isPending={isPending}>
            {CONFIRM.submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
