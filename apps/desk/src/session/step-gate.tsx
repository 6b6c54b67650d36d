import { Button } from '@podmoga/ui/button/button'
import { TextField } from '@podmoga/ui/field/text-field'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { QueryView } from '@podmoga/web/query-view'
import { NewPasskey } from '@podmoga/web/security/passkeys-part'
import { RecoveryCodes, TotpSetup } from '@podmoga/web/security/totp-setup'
import { withPasskey } from '@podmoga/web/session/passkeys.api'
import { PASSKEYS } from '@podmoga/web/session/passkeys.texts'
import { passSecondStep, secondStepQuery } from '@podmoga/web/session/second-step.api'
import { STEP } from '@podmoga/web/session/second-step.texts'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useScope } from '../lib/scope.tsx'
import { useTitle } from '../lib/use-title.ts'
import styles from './security.module.css'
import { SESSION } from './session.texts.ts'

interface PassStepProps {
  hasPasskey: boolean
  hasApp: boolean
  onPassed: () => void
}

function PassStep({ hasPasskey, hasApp, onPassed }: PassStepProps) {
  const { call } = useScope()
  const [code, setCode] = useState('')
  const { run, isPending, problem } = useSubmit()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if ((await run(() => passSecondStep(call, { code }))) !== null) onPassed()
  }
  const byKey = async () => {
    const done = await run(() => withPasskey(call, (passkey) => passSecondStep(call, { passkey })))
    if (done !== null) onPassed()
  }
  return (
    <form className={styles.part} noValidate onSubmit={submit}>
      <p>{hasPasskey ? STEP.gate_key : STEP.gate_pass}</p>
      {hasPasskey && (
        <div className={styles.actions}>
          <Button isPending={isPending} onClick={() => void byKey()}>
            {PASSKEYS.by_key}
          </Button>
        </div>
      )}
      <TextField
        label={hasApp ? STEP.any_code : STEP.recovery_code}
        value={code}
        error={problem ?? undefined}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => setCode(event.target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" variant={hasPasskey ? 'secondary' : 'primary'} isPending={isPending}>
          {STEP.gate_enter}
        </Button>
      </div>
    </form>
  )
}

function SetUpStep({ onPassed }: { onPassed: () => void }) {
  const { call } = useScope()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes !== null) return <RecoveryCodes codes={codes} onSaved={onPassed} />
  return (
    <div className={styles.part}>
      <p>{STEP.gate_set_up}</p>
      <TotpSetup call={call} label={STEP.turn_on} onEnabled={setCodes} />
      <NewPasskey call={call} step="yes" onAdded={setCodes} />
    </div>
  )
}

interface StepGateProps {
  onPassed: () => void
  onSignOut: () => void
}

/** Shown instead of the desk while the business requires a second step that this session has not passed. */
export function StepGate({ onPassed, onSignOut }: StepGateProps) {
  useTitle(STEP.gate_title)
  const { call } = useScope()
  const query = useQuery({ ...secondStepQuery(call), refetchOnWindowFocus: false })
  return (
    <main className={styles.page}>
      <h1>{STEP.gate_title}</h1>
      <QueryView
        query={query}
        failed={STEP.failed}
        skeleton={<Skeleton shape="box" width="100%" height={160} />}
      >
        {({ totp, passkeys, passed }) =>
          (totp || passkeys > 0) && !passed ? (
            <PassStep hasPasskey={passkeys > 0} hasApp={totp} onPassed={onPassed} />
          ) : (
            <SetUpStep onPassed={onPassed} />
          )
        }
      </QueryView>
      <div className={styles.actions}>
        <Button variant="ghost" onClick={onSignOut}>
          {SESSION.logout}
        </Button>
      </div>
    </main>
  )
}
