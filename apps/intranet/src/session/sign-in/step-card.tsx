import { Refusal } from '@podmoga/contract/refusals'
import { StepCode } from '@podmoga/contract/second-step'
import { TextField } from '@podmoga/ui/field/text-field'
import { OtpInput, type OtpInputHandle } from '@podmoga/ui/otp-input/otp-input'
import { explain } from '@podmoga/web/explain'
import { useForm } from '@podmoga/web/use-form'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { FormCard } from '../form-card.tsx'
import { useWait } from '../recovery/use-wait.ts'
import type { Places } from '../return-to.ts'
import { SESSION } from '../session.texts.ts'
import { FormWay } from './form-way.tsx'
import { PasskeyButton } from './passkey-button.tsx'

const FORM = z.object({ code: StepCode })
const EMPTY = { code: '' }

interface StepCardProps {
  /** Signs in with the code; rejects with a Refusal. */
  onCode: (code: string) => Promise<void>
  /** A passkey is both steps: whoever has one needs no code. */
  onEntered: (places: Places) => void
  onBack: () => void
}

/** The second step of sign-in: a code of the app, or a recovery code for whoever has lost the phone. */
export function StepCard({ onCode, onEntered, onBack }: StepCardProps) {
  const digits = useRef<OtpInputHandle>(null)
  const { form, values, set, restart, errorOf, bind, submit, say } = useForm(FORM, EMPTY)
  const [isRecovery, setRecovery] = useState(false)
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
  const swap = () => {
    setRecovery(!isRecovery)
    restart(EMPTY)
    setRefusal(null)
  }
  return (
    <FormCard
      ref={form}
      title={SESSION.step_title}
      hints={[isRecovery ? SESSION.step_recovery_hint : SESSION.step_hint]}
      of={{ problem: refusal, isPending }}
      submit={SESSION.enter}
      wait={left}
      onSubmit={(event) => submit(event, ({ code }) => send(code))}
      ways={
        <>
          <PasskeyButton onEntered={onEntered} />
          <FormWay onPress={swap}>{isRecovery ? SESSION.step_by_code : SESSION.step_by_recovery}</FormWay>
          <FormWay onPress={onBack}>{SESSION.step_back}</FormWay>
        </>
      }
    >
      {isRecovery ? (
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
