import { sendRecoveryCode as sendCall } from '@podmoga/contract/profile'
import { Refusal } from '@podmoga/contract/refusals'
import { ButtonLink } from '@podmoga/ui/button/button'
import { useForm } from '@podmoga/web/use-form'
import { FormCard } from '../form-card.tsx'
import { signInPath } from '../paths.ts'
import { LoginField } from '../sign-in/login-field.tsx'
import { useSubmit } from '../use-submit.ts'
import { sendRecoveryCode } from './recovery.api.ts'
import { RECOVERY } from './recovery.texts.ts'
import { useWait } from './use-wait.ts'

interface RecoverLoginCardProps {
  login: string
  /** Called with the login and the time when another code may be requested, in epoch milliseconds. */
  onSent: (login: string, deadline: number) => void
}

/** Asks for the login of the account to recover. */
export function RecoverLoginCard({ login: known, onSent }: RecoverLoginCardProps) {
  const [left, wait] = useWait()
  const { form, bind, submit, say } = useForm(sendCall.body, { login: known })
  const sending = useSubmit({
    onFields: say,
    onRefused: (error) => {
      if (error instanceof Refusal && error.code === 'too_often') wait(error.retry_after ?? 60)
    },
  })
  const send = async (login: string) => {
    const sent = await sending.run(() => sendRecoveryCode(login))
    if (sent !== null) onSent(login, Date.now() + (sent.delay_until_next_otp ?? 0) * 1000)
  }
  return (
    <FormCard
      ref={form}
      title={RECOVERY.title}
      hints={[RECOVERY.hint]}
      of={sending}
      submit={RECOVERY.send_code}
      wait={left}
      onSubmit={(event) => submit(event, ({ login }) => left === 0 && send(login))}
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
