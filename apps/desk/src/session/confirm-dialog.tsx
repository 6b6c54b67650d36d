import { FIELD } from '@podmoga/contract/field-texts'
import { Refusal } from '@podmoga/contract/refusals'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { PasswordField } from '@podmoga/ui/field/password-field'
import { explain } from '@podmoga/web/explain'
import { type FormEvent, useRef, useState } from 'react'
import { usePlace } from '../lib/place.tsx'
import styles from './confirm-dialog.module.css'
import { confirm } from './confirmation.api.ts'
import { CONFIRM } from './session.texts.ts'

/** Asks for the password before what weighs; what was being done waits behind it. */
export function ConfirmDialog({ onAnswer }: { onAnswer: (is_confirmed: boolean) => void }) {
  const { call } = usePlace()
  const field = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const submit = async (event: FormEvent) => {
    // The form behind, whose dialog this one stands in React's tree or not, has sent its own already.
    event.preventDefault()
    event.stopPropagation()
    if (isPending) return
    if (password === '') return setProblem(FIELD.required)
    setPending(true)
    setProblem(null)
    try {
      const { ok, error } = await confirm(call, password)
      if (ok) return onAnswer(true)
      setProblem(error)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setProblem(explain(error) ?? CONFIRM.again)
    } finally {
      setPending(false)
    }
    field.current?.select()
    field.current?.focus()
  }
  return (
    <Dialog title={CONFIRM.title} onClose={() => onAnswer(false)} isDismissable={!isPending}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <p>{CONFIRM.hint}</p>
        <PasswordField
          ref={field}
          label={CONFIRM.password}
          autoComplete="current-password"
          value={password}
          error={problem ?? undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
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
