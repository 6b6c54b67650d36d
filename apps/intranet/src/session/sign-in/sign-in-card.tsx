import { Refusal } from '@podmoga/contract/refusals'
import { SignIn } from '@podmoga/contract/session'
import { PasswordField } from '@podmoga/ui/field/password-field'
import { submitEarly } from '@podmoga/web/early-submit'
import { explain } from '@podmoga/web/explain'
import { useForm } from '@podmoga/web/use-form'
import { type FormEvent, lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { FormCard } from '../form-card.tsx'
import { RECOVER, recoverPath } from '../paths.ts'
import { useWait } from '../recovery/use-wait.ts'
import type { Memberships } from '../return-to.ts'
import { enter } from '../session.api.ts'
import styles from '../session.module.css'
import { SESSION } from '../session.texts.ts'
import { LoginField } from './login-field.tsx'
import type { StepWays } from './step-card.tsx'

const OtherWays = lazy(() => import('./other-ways.tsx').then((module) => ({ default: module.OtherWays })))
const StepCard = lazy(() => import('./step-card.tsx').then((module) => ({ default: module.StepCard })))

const FORM = SignIn.omit({ code: true })
const EMPTY = { login: '', password: '' }

const never = () => () => {}
/** False on the server and during hydration, then true. */
const useIsHere = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** Sign-in by e-mail or phone and password. */
export function SignInCard({ onEntered }: { onEntered: (memberships: Memberships) => void }) {
  const { form, bind, submit, say } = useForm(FORM, EMPTY, { readsFields: true })
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const [left, wait] = useWait()
  // The accepted login and password, while the second step is asked for.
  const [first, setFirst] = useState<(typeof EMPTY & { ways: StepWays }) | null>(null)

  const isHere = useIsHere()
  useEffect(submitEarly, [])

  const send = async (typed: typeof EMPTY) => {
    if (isPending || left > 0) return
    setPending(true)
    try {
      onEntered(await enter(typed))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setPending(false)
      if (error.code === 'second_step_needed') return setFirst({ ...typed, ways: error.fields })
      say(error.fields)
      setRefusal(explain(error) ?? SESSION.enter_failed)
      if (error.code === 'too_often') wait(error.retry_after ?? 60)
      const password = form.current?.elements.namedItem('password')
      if (error.code === 'bad_credentials' && password instanceof HTMLInputElement) password.focus()
    }
  }
  const onSubmit = (event: FormEvent) => {
    setRefusal(null)
    submit(event, send)
  }
  if (first !== null) {
    const { ways, ...pair } = first
    return (
      <Suspense>
        <StepCard
          ways={ways}
          onCode={async (code) => onEntered(await enter({ ...pair, code }))}
          onEntered={onEntered}
          onBack={() => setFirst(null)}
        />
      </Suspense>
    )
  }
  return (
    <>
      <FormCard
        ref={form}
        title={SESSION.sign_in_title}
        hints={[SESSION.sign_in_hint]}
        of={{ problem: refusal, isPending }}
        submit={SESSION.enter}
        wait={left}
        onSubmit={onSubmit}
      >
        <LoginField {...bind('login')} />
        <PasswordField
          {...bind('password')}
          label={SESSION.password}
          autoComplete="current-password"
          required
        />
        <a className={styles.forgot} href={isHere ? recoverPath() : RECOVER}>
          {SESSION.forgot}
        </a>
      </FormCard>
      {isHere && (
        <Suspense>
          <OtherWays onEntered={onEntered} />
        </Suspense>
      )}
    </>
  )
}
