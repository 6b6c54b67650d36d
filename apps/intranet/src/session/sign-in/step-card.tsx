import { Refusal } from '@podmoga/contract/refusals'
import { StepCode } from '@podmoga/contract/second-step'
import { TextField } from '@podmoga/ui/field/text-field'
import { OtpInput, type OtpInputHandle } from '@podmoga/ui/otp-input/otp-input'
import { explain } from '@podmoga/web/explain'
import { knowsPasskeys } from '@podmoga/web/session/passkey'
import { useForm } from '@podmoga/web/use-form'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { FormCard } from '../form-card.tsx'
import { useWait } from '../recovery/use-wait.ts'
import type { Memberships } from '../return-to.ts'
import styles from '../session.module.css'
import { SESSION } from '../session.texts.ts'
import { FormWay } from './form-way.tsx'
import { PasskeyButton } from './passkey-button.tsx'

const FORM = z.object({ code: StepCode })
const EMPTY = { code: '' }

/** From the refusal: `passkey` if the user has one; `recovery` if the user has no authenticator app. */
export type StepWays = Readonly<Record<string, string>>

interface StepCardProps {
  ways: StepWays
  /** Signs in with the code; rejects with a Refusal. */
  onCode: (code: string) => Promise<void>
  /** A passkey replaces both steps, so no code is needed. */
  onEntered: (memberships: Memberships) => void
  onBack: () => void
}

/** The second step of sign-in: a code of the authenticator app, or a recovery code if the phone is lost. */
export function StepCard({ ways, onCode, onEntered, onBack }: StepCardProps) {
  const digits = useRef<OtpInputHandle>(null)
  const { form, values, set, restart, errorOf, bind, submit, say } = useForm(FORM, EMPTY)
  const hasKey = ways.passkey !== undefined && knowsPasskeys()
  const hasApp = ways.recovery === undefined
  const [by, setBy] = useState<'key' | 'app' | 'recovery'>(hasKey ? 'key' : hasApp ? 'app' : 'recovery')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const [left, wait] = useWait()

  const send = async (code: string) => {
    if (isPending || left > 0) return
    setRefusal(null)
    setPending(true)
    try {
      await onCode(code)
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem
      setPending(false)
      say(problem.fields)
      if (problem.fields.code === undefined) setRefusal(explain(problem) ?? SESSION.enter_failed)
      if (problem.code === 'too_often') wait(problem.retry_after ?? 60)
      digits.current?.focusAndSelect()
    }
  }
  const turnTo = (way: typeof by) => {
    setBy(way)
    restart(EMPTY)
    setRefusal(null)
  }
  const others = (
    <>
      {by !== 'app' && hasApp && <FormWay onPress={() => turnTo('app')}>{SESSION.step_by_code}</FormWay>}
      {by !== 'recovery' && (
        <FormWay onPress={() => turnTo('recovery')}>
          {by === 'key' ? SESSION.step_no_key : SESSION.step_by_recovery}
        </FormWay>
      )}
      <FormWay onPress={onBack}>{SESSION.step_back}</FormWay>
    </>
  )
  if (by === 'key')
    return (
      <section className={styles.card} aria-labelledby="step">
        <div>
          <h1 id="step">{SESSION.step_title}</h1>
          <p className="t-small t-muted">{SESSION.step_key_hint}</p>
        </div>
        <PasskeyButton isFirst onEntered={onEntered} />
        {others}
      </section>
    )
  return (
    <FormCard
      ref={form}
      title={SESSION.step_title}
      hints={[by === 'recovery' ? SESSION.step_recovery_hint : SESSION.step_hint]}
      of={{ problem: refusal, isPending }}
      submit={SESSION.enter}
      wait={left}
      onSubmit={(event) => submit(event, ({ code }) => send(code))}
      ways={
        <>
          {hasKey && <PasskeyButton onEntered={onEntered} />}
          {others}
        </>
      }
    >
      {by === 'recovery' ? (
        <TextField
          {...bind('code')}
          key="recovery"
          label={SESSION.step_recovery}
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
        />
      ) : (
        <OtpInput
          ref={digits}
          label={SESSION.step_code}
          value={values.code}
          error={errorOf('code')}
          autoFocus
          onChange={(code) => set({ code })}
          onComplete={(code) => void send(code)}
        />
      )}
    </FormCard>
  )
}
