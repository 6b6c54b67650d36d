import { FIELD } from '@podmoga/contract/field-texts'
import { Refusal } from '@podmoga/contract/refusals'
import { ButtonLink } from '@podmoga/ui/button/button'
import { TextField } from '@podmoga/ui/field/text-field'
import { explain } from '@podmoga/web/explain'
import { type FormEvent, useRef, useState } from 'react'
import { FormCard } from './form-card.tsx'
import { signInPath } from './paths.ts'
import { sendRecoveryCode } from './recovery.api.ts'
import { RECOVERY } from './recovery.texts.ts'
import { useWait } from './use-wait.ts'

interface RecoverLoginCardProps {
  login: string
  onLogin: (login: string) => void
  /** Told when another code may be asked for, in epoch milliseconds. */
  onSent: (deadline: number) => void
}

/** Whose password it is. */
export function RecoverLoginCard({ login, onLogin, onSent }: RecoverLoginCardProps) {
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const [left, wait] = useWait()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending || left > 0) return
    setProblem(null)
    if (login.trim() === '') {
      setError(FIELD.required)
      return field.current?.focus()
    }
    setPending(true)
    try {
      const { ok, error: refusal, delay_until_next_otp } = await sendRecoveryCode(login.trim())
      if (ok) return onSent(Date.now() + (delay_until_next_otp ?? 0) * 1000)
      setProblem(refusal ?? RECOVERY.try_again)
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause
      setError(cause.fields.login ?? '')
      setProblem(explain(cause) ?? RECOVERY.try_again)
      if (cause.code === 'too_often') wait(cause.retry_after ?? 60)
    } finally {
      setPending(false)
    }
  }
  return (
    <FormCard
      title={RECOVERY.title}
      hints={[RECOVERY.hint]}
      problem={problem}
      submit={RECOVERY.send_code}
      isPending={isPending}
      wait={left}
      onSubmit={submit}
      ways={
        <ButtonLink variant="ghost" wide href={signInPath()}>
          {RECOVERY.to_sign_in}
        </ButtonLink>
      }
    >
      <TextField
        ref={field}
        name="login"
        label={RECOVERY.login}
        value={login}
        onChange={(event) => {
          setError('')
          onLogin(event.target.value)
        }}
        error={error}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        inputMode="email"
        required
      />
    </FormCard>
  )
}
