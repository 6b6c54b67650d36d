import type { SecondStep } from '@podmoga/contract/second-step'
import { Button } from '@podmoga/ui/button/button'
import { Chip } from '@podmoga/ui/chip/chip'
import { FieldError } from '@podmoga/ui/field/field'
import { toast } from '@podmoga/ui/toast/toast'
import { QueryView } from '@podmoga/web/query-view'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePlace } from '../lib/place.tsx'
import { useTitle } from '../lib/use-title.ts'
import { PasskeysPart } from './passkeys-part.tsx'
import { disableTotp, renewRecoveryCodes, secondStepQuery } from './second-step.api.ts'
import styles from './second-step.module.css'
import { STEP } from './second-step.texts.ts'
import { RecoveryCodes, TotpSetup } from './totp-setup.tsx'
import { useTold } from './use-told.ts'

function TwoSteps({ step, onChange }: { step: SecondStep; onChange: () => void }) {
  const { call } = usePlace()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { run, isPending, problem } = useTold()
  const isOn = step.totp || step.passkeys > 0
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
          <Chip tone={isOn ? 'success' : 'neutral'}>{isOn ? STEP.on : STEP.off}</Chip>
        </div>
        <p>{STEP.why}</p>
        {step.required && <p>{STEP.required}</p>}
        {isOn && (
          <>
            <p className="t-muted">{STEP.recovery_left(step.recovery_left)}</p>
            <div className={styles.deeds}>
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
        <TotpSetup label={step.totp ? STEP.other_phone : STEP.turn_on} onEnabled={setCodes} />
      </section>
      <PasskeysPart
        onAdded={(recovery_codes) => {
          if (recovery_codes.length > 0) setCodes(recovery_codes)
          onChange()
        }}
      />
    </>
  )
}

/** How somebody of the desk guards their own sign-in. */
export function SecurityPage() {
  useTitle(STEP.title)
  const { call } = usePlace()
  const query = useQuery(secondStepQuery(call))
  const { refetch } = query
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{STEP.title}</h1>
      <QueryView query={query} failed={STEP.failed}>
        {(data) => <TwoSteps step={data} onChange={() => void refetch()} />}
      </QueryView>
    </div>
  )
}
