import type { Call } from '@podmoga/contract/client'
import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import { copyText } from '@podmoga/ui/lib/copy-text'
import { OtpInput } from '@podmoga/ui/otp-input/otp-input'
import { QrCode } from '@podmoga/ui/qr-code/qr-code'
import { type FormEvent, useState } from 'react'
import { beginTotp, enableTotp } from '../session/second-step.api.ts'
import { STEP } from '../session/second-step.texts.ts'
import { useSubmit } from '../submit/use-submit.ts'
import styles from './second-step.module.css'

/** The ten recovery codes, shown once. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  return (
    <section className={styles.part} aria-labelledby="recovery">
      <h2 id="recovery">{STEP.recovery}</h2>
      <p>{STEP.recovery_hint}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button variant="secondary" onClick={() => void copyText(codes.join('\n'), STEP.copied)}>
          {STEP.copy}
        </Button>
        <Button onClick={onSaved}>{STEP.saved}</Button>
      </div>
    </section>
  )
}

interface TotpSetupProps {
  call: Call
  label: string
  onEnabled: (recovery_codes: string[]) => void
}

/** Sets up an authenticator app: shows the key and QR code, and verifies the first code. */
export function TotpSetup({ call, label, onEnabled }: TotpSetupProps) {
  const [key, setKey] = useState<{ secret: string; uri: string } | null>(null)
  const [code, setCode] = useState('')
  const { run, isPending, problem, clearProblem } = useSubmit()
  const begin = async () => {
    const shown = await run(() => beginTotp(call))
    if (shown !== null) setKey(shown)
  }
  const prove = async (typed: string) => {
    const enabled = await run(() => enableTotp(call, typed))
    if (enabled !== null) onEnabled(enabled.recovery_codes)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void prove(code)
  }
  if (key === null)
    return (
      <div className={styles.part}>
        <div className={styles.actions}>
          <Button isPending={isPending} onClick={() => void begin()}>
            {label}
          </Button>
        </div>
        <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
      </div>
    )
  return (
    <form className={styles.part} noValidate onSubmit={submit}>
      <p>{STEP.scan}</p>
      <QrCode text={key.uri} label={STEP.qr} />
      <p className="t-small t-muted">{STEP.by_hand}</p>
      <p className={styles.secret}>{key.secret.replace(/.{4}(?=.)/g, '$& ')}</p>
      <OtpInput
        label={STEP.code}
        value={code}
        error={problem ?? undefined}
        onChange={(digits) => {
          setCode(digits)
          clearProblem()
        }}
      />
      <div className={styles.actions}>
        <Button variant="secondary" onClick={() => setKey(null)}>
          {STEP.cancel}
        </Button>
        <Button type="submit" isPending={isPending}>
          {STEP.prove}
        </Button>
      </div>
    </form>
  )
}
