import { sendRecoveryCode as sendCall } from '@podmoga/contract/profile'
import { ButtonLink } from '@podmoga/ui/button/button'
import { useForm } from '@podmoga/web/use-form'
import { FormCard } from './form-card.tsx'
import { LoginField } from './login-field.tsx'
import { signInPath } from './paths.ts'
import { sendRecoveryCode } from './recovery.api.ts'
import { RECOVERY } from './recovery.texts.ts'
import { useCalls } from './use-calls.ts'
import { useWait } from './use-wait.ts'

interface RecoverLoginCardProps {
  login: string
  /** Told whose password it is, and when another code may be asked for, in epoch milliseconds. */
  onSent: (login: string, deadline: number) => void
}

/** Whose password it is. */
export function RecoverLoginCard({ login: known, onSent }: RecoverLoginCardProps) {
  const [left, wait] = useWait()
  const { form, bind, submit, say } = useForm(sendCall.body, { login: known })
  const { problem, running, run } = useCalls<'send'>(({ fields, code, retry_after }) => {
    say(fields)
    if (code === 'too_often') wait(retry_after ?? 60)
  })
  const send = async (login: string) => {
    const { ok, error, delay_until_next_otp } = await sendRecoveryCode(login)
    if (ok) onSent(login, Date.now() + (delay_until_next_otp ?? 0) * 1000)
    return ok ? null : (error ?? RECOVERY.try_again)
  }
  return (
    <FormCard
      ref={form}
      title={RECOVERY.title}
      hints={[RECOVERY.hint]}
      of={{ problem, isPending: running === 'send' }}
      submit={RECOVERY.send_code}
      wait={left}
      onSubmit={(event) => submit(event, ({ login }) => left === 0 && run('send', () => send(login)))}
      ways={
        <ButtonLink variant="ghost" wide href={signInPath()}>
          {RECOVERY.to_sign_in}
        </ButtonLink>
      }
    >
      <LoginField {...bind('login')} />
    </FormCard>
  )
}
