import { FIELD } from '@podmoga/contract/field-texts'
import { Refusal } from '@podmoga/contract/refusals'
import { TextField } from '@podmoga/ui/field/text-field'
import { OtpInput, type OtpInputHandle } from '@podmoga/ui/otp-input/otp-input'
import { explain } from '@podmoga/web/explain'
import { type FormEvent, useRef, useState } from 'react'
import { FormCard } from './form-card.tsx'
import { FormWay } from './form-way.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import type { Places } from './return-to.ts'
import { SESSION } from './session.texts.ts'
import { useWait } from './use-wait.ts'

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
  const [code, setCode] = useState('')
  const [isRecovery, setRecovery] = useState(false)
  const [error, setError] = useState<string | undefined>()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const [left, wait] = useWait()

  const send = async (typed: string) => {
    if (isPending || left > 0) return
    setRefusal(null)
    if (typed.trim() === '') return setError(FIELD.code_required)
    setError(undefined)
    setPending(true)
    try {
      await onCode(typed)
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem
      setPending(false)
      setError(problem.fields.code)
      if (problem.fields.code === undefined) setRefusal(explain(problem) ?? SESSION.enter_failed)
      if (problem.code === 'too_often') wait(problem.retry_after ?? 60)
      digits.current?.focusAndSelect()
    }
  }
  const change = (typed: string) => {
    setCode(typed)
    setError(undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(code)
  }
  const swap = () => {
    setRecovery(!isRecovery)
    change('')
    setRefusal(null)
  }
  return (
    <FormCard
      title={SESSION.step_title}
      hints={[isRecovery ? SESSION.step_recovery_hint : SESSION.step_hint]}
      of={{ problem: refusal, isPending }}
      submit={SESSION.enter}
      wait={left}
      onSubmit={submit}
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
          key="recovery"
          label={SESSION.step_recovery}
          value={code}
          error={error}
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          onChange={(event) => change(event.target.value)}
        />
      ) : (
        <OtpInput
          ref={digits}
          label={SESSION.step_code}
          value={code}
          error={error}
          autoFocus
          onChange={change}
          onComplete={(typed) => void send(typed)}
        />
      )}
    </FormCard>
  )
}
