import { Refusal } from '@podmoga/contract/refusals'
import { SignIn } from '@podmoga/contract/session'
import { PasswordField } from '@podmoga/ui/field/password-field'
import { explain } from '@podmoga/web/explain'
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import { FormCard } from './form-card.tsx'
import { LoginField } from './login-field.tsx'
import { recoverPath } from './paths.ts'
import type { Places } from './return-to.ts'
import { enter } from './session.api.ts'
import styles from './session.module.css'
import { SESSION } from './session.texts.ts'
import { useWait } from './use-wait.ts'

const OtherWays = lazy(() => import('./other-ways.tsx').then((module) => ({ default: module.OtherWays })))
const StepCard = lazy(() => import('./step-card.tsx').then((module) => ({ default: module.StepCard })))

type Name = 'login' | 'password'
type Errors = Partial<Record<Name, string>>
const NAMES: readonly Name[] = ['login', 'password']

// Read from the form itself: a password manager may fill it without any event that React hears.
const valuesOf = (form: HTMLFormElement) => {
  const data = new FormData(form)
  return { login: String(data.get('login') ?? ''), password: String(data.get('password') ?? '') }
}

const errorsOf = (values: unknown): Errors => {
  const errors: Errors = {}
  for (const { path, message } of SignIn.safeParse(values).error?.issues ?? [])
    if (path[0] === 'login' || path[0] === 'password') errors[path[0]] ??= message
  return errors
}

/** Sign-in by e-mail or phone and password. */
export function SignInCard({ onEntered }: { onEntered: (places: Places) => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const [left, wait] = useWait()
  // What was right so far, while the second step is asked for.
  const [first, setFirst] = useState<{ login: string; password: string } | null>(null)

  const focusOn = (name: Name | undefined) => {
    const field = name === undefined ? null : form.current?.elements.namedItem(name)
    if (field instanceof HTMLInputElement) field.focus()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending || left > 0) return
    const values = valuesOf(event.currentTarget)
    const found = errorsOf(values)
    setErrors(found)
    setRefusal(null)
    const faulty = NAMES.find((name) => found[name] !== undefined)
    if (faulty !== undefined) return focusOn(faulty)
    setPending(true)
    try {
      onEntered(await enter(values))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setPending(false)
      if (error.code === 'second_step_needed') return setFirst(values)
      setErrors(error.fields)
      setRefusal(explain(error) ?? SESSION.enter_failed)
      if (error.code === 'too_often') wait(error.retry_after ?? 60)
      if (error.code === 'bad_credentials') focusOn('password')
    }
  }
  const bind = (name: Name) => ({
    name,
    required: true,
    'aria-required': true,
    error: errors[name],
    onInput: () => {
      if (errors[name] !== undefined) setErrors({ ...errors, [name]: undefined })
    },
  })
  if (first !== null)
    return (
      <Suspense>
        <StepCard
          onCode={async (code) => onEntered(await enter({ ...first, code }))}
          onEntered={onEntered}
          onBack={() => setFirst(null)}
        />
      </Suspense>
    )
  return (
    <>
      <FormCard
        ref={form}
        title={SESSION.sign_in_title}
        hints={[SESSION.sign_in_hint]}
        of={{ problem: refusal, isPending }}
        submit={SESSION.enter}
        wait={left}
        onSubmit={submit}
      >
        <LoginField {...bind('login')} />
        <PasswordField {...bind('password')} label={SESSION.password} autoComplete="current-password" />
        <a className={styles.forgot} href={recoverPath()}>
          {SESSION.forgot}
        </a>
      </FormCard>
      <Suspense>
        <OtherWays onEntered={onEntered} />
      </Suspense>
    </>
  )
}
