import type { Call } from '@podmoga/contract/client'
import type { SecondStep } from '@podmoga/contract/second-step'
import { Button } from '@podmoga/ui/button/button'
import { Chip } from '@podmoga/ui/chip/chip'
import { FieldError } from '@podmoga/ui/field/field'
import { toast } from '@podmoga/ui/toast/toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryView } from '../query-view.tsx'
import { disableTotp, renewRecoveryCodes, secondStepQuery } from '../session/second-step.api.ts'
import { STEP } from '../session/second-step.texts.ts'
import { useSubmit } from '../submit/use-submit.ts'
import { PasskeysPart } from './passkeys-part.tsx'
import styles from './second-step.module.css'
import { RecoveryCodes, TotpSetup } from './totp-setup.tsx'

interface TwoStepsProps {
  call: Call
  step: SecondStep
  onChange: () => void
}

function TwoSteps({ call, step, onChange }: TwoStepsProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { run, isPending, problem } = useSubmit()
  const hasAny = step.totp || step.passkeys > 0
  const renew = async () => {
    const made = await run(() => renewRecoveryCodes(call))
    if (made !== null) setCodes(made.recovery_codes)
  }
  const turnOff = async () => {
    if ((await run(() => disableTotp(call))) === null) return
    toast.success({ title: STEP.turned_off })
    onChange()
  }
  if (codes !== null)
    return (
      <RecoveryCodes
        codes={codes}
        onSaved={() => {
          setCodes(null)
          onChange()
        }}
      />
    )
  return (
    <>
      <section className={styles.part} aria-labelledby="two-steps">
        <div className={styles.head}>
          <h2 id="two-steps">{STEP.two_steps}</h2>
          <Chip tone={step.asked ? 'success' : 'neutral'}>{step.asked ? STEP.on : STEP.off}</Chip>
        </div>
        <p>{STEP.why}</p>
        {step.required && <p>{STEP.required}</p>}
        {hasAny && (
          <>
            <p className="t-muted">{STEP.recovery_left(step.recovery_left)}</p>
            <div className={styles.actions}>
              <Button variant="secondary" isPending={isPending} onClick={() => void renew()}>
                {STEP.renew}
              </Button>
              {step.totp && (
                <Button variant="danger" isPending={isPending} onClick={() => void turnOff()}>
                  {STEP.turn_off}
                </Button>
              )}
            </div>
          </>
        )}
        <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
        <TotpSetup call={call} label={step.totp ? STEP.other_phone : STEP.turn_on} onEnabled={setCodes} />
      </section>
      <PasskeysPart
        call={call}
        step={step.asked ? 'one more' : 'ask'}
        onAdded={(recovery_codes) => {
          if (recovery_codes.length > 0) setCodes(recovery_codes)
          onChange()
        }}
      />
    </>
  )
}

/** The sign-in security settings of a person: authenticator app, recovery codes and passkeys. */
export function SecurityPart({ call }: { call: Call }) {
  const client = useQueryClient()
  const query = useQuery(secondStepQuery(call))
  return (
    <QueryView query={query} failed={STEP.failed}>
      {(step) => (
        <TwoSteps
          call={call}
          step={step}
          onChange={() => void client.invalidateQueries({ queryKey: ['session'] })}
        />
      )}
    </QueryView>
  )
}
