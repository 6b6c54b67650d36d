import type { Call } from '@podmoga/contract/client'
import type { Passkey } from '@podmoga/contract/passkeys'
import { Button } from '@podmoga/ui/button/button'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { FieldError } from '@podmoga/ui/field/field'
import { TextField } from '@podmoga/ui/field/text-field'
import { formatFull } from '@podmoga/ui/lib/dates'
import { toast } from '@podmoga/ui/toast/toast'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { knowsPasskeys } from '../session/passkey.ts'
import { addPasskey, passkeysQuery, removePasskey, renamePasskey } from '../session/passkeys.api.ts'
import { PASSKEYS } from '../session/passkeys.texts.ts'
import { useSubmit } from '../submit/use-submit.ts'
import { SureDialog } from '../sure-dialog.tsx'
import styles from './second-step.module.css'

interface NewPasskeyProps {
  /** The contract's client, which asks for a fresh confirmation if the server requires it. */
  call: Call
  /** Whether the key becomes a second step; `ask` lets a person without one choose. */
  step: 'ask' | 'yes' | 'one more'
  /** Receives the recovery codes if this was the first second step. */
  onAdded: (recovery_codes: string[]) => void
}

/** A form that names and creates a passkey, on this device or a security key. */
export function NewPasskey({ call, step, onAdded }: NewPasskeyProps) {
  const [name, setName] = useState('')
  const [guards, setGuards] = useState(false)
  const { run, isPending, problem, clearProblem } = useSubmit()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const added = await run(() => addPasskey(call, name, step === 'ask' ? guards : true))
    if (added === null) return
    setName('')
    toast.success({ title: PASSKEYS.added })
    onAdded(added.recovery_codes)
  }
  if (!knowsPasskeys()) return <p className="t-muted">{PASSKEYS.unknown}</p>
  return (
    <form className={styles.part} noValidate onSubmit={submit}>
      <TextField
        label={PASSKEYS.name}
        hint={PASSKEYS.name_hint}
        value={name}
        autoComplete="off"
        onChange={(event) => {
          setName(event.target.value)
          clearProblem()
        }}
      />
      {step === 'ask' && (
        <>
          <p>{PASSKEYS.changes}</p>
          <div>
            <Checkbox checked={guards} onChange={(event) => setGuards(event.target.checked)}>
              {PASSKEYS.as_step}
            </Checkbox>
            <p className="t-small t-muted">{PASSKEYS.as_step_hint}</p>
          </div>
        </>
      )}
      {step === 'one more' && <p>{PASSKEYS.one_more}</p>}
      <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
      <div className={styles.actions}>
        <Button type="submit" variant="secondary" isPending={isPending}>
          {PASSKEYS.add}
        </Button>
      </div>
    </form>
  )
}

interface RenameDialogProps {
  call: Call
  passkey: Passkey
  onClose: (isDone: boolean) => void
}

function RenameDialog({ call, passkey, onClose }: RenameDialogProps) {
  const [name, setName] = useState(passkey.name)
  const { run, isPending, problem, clearProblem } = useSubmit()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if ((await run(() => renamePasskey(call, passkey.id, name))) === null) return
    toast.success({ title: PASSKEYS.renamed })
    onClose(true)
  }
  return (
    <Dialog title={PASSKEYS.rename} onClose={() => onClose(false)} isDismissable={!isPending}>
      <form className={styles.part} noValidate onSubmit={submit}>
        <TextField
          label={PASSKEYS.name}
          value={name}
          error={problem ?? undefined}
          autoComplete="off"
          onChange={(event) => {
            setName(event.target.value)
            clearProblem()
          }}
        />
        <DialogActions>
          <Button variant="secondary" onClick={() => onClose(false)}>
            {PASSKEYS.cancel}
          </Button>
          <Button type="submit" isPending={isPending}>
            {PASSKEYS.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** The person's passkeys: list, add, rename, remove. */
export function PasskeysPart({ call, step, onAdded }: NewPasskeyProps) {
  const { data, refetch } = useQuery(passkeysQuery(call))
  const [going, setGoing] = useState<Passkey | null>(null)
  const [named, setNamed] = useState<Passkey | null>(null)
  const passkeys = data?.passkeys ?? []
  return (
    <section className={styles.part} aria-labelledby="passkeys">
      <h2 id="passkeys">{PASSKEYS.title}</h2>
      <p>{PASSKEYS.why}</p>
      {passkeys.length === 0 ? (
        <p className="t-muted">{PASSKEYS.none}</p>
      ) : (
        <ul className={styles.keys}>
          {passkeys.map((one) => (
            <li key={one.id}>
              <span>
                {one.name}
                <span className="t-small t-muted">
                  {[
                    one.last_used_at === null
                      ? PASSKEYS.never_used
                      : PASSKEYS.used(formatFull(one.last_used_at)),
                    one.synced ? PASSKEYS.synced : null,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <span className={styles.actions}>
                <Button
                  variant="ghost"
                  size="s"
                  aria-label={`${PASSKEYS.rename}: ${one.name}`}
                  onClick={() => setNamed(one)}
                >
                  {PASSKEYS.rename}
                </Button>
                <Button
                  variant="secondary"
                  size="s"
                  aria-label={`${PASSKEYS.remove}: ${one.name}`}
                  onClick={() => setGoing(one)}
                >
                  {PASSKEYS.remove}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <NewPasskey
        call={call}
        step={step}
        onAdded={(recovery_codes) => {
          void refetch()
          onAdded(recovery_codes)
        }}
      />
      {named !== null && (
        <RenameDialog
          call={call}
          passkey={named}
          onClose={(isDone) => {
            setNamed(null)
            if (isDone) void refetch()
          }}
        />
      )}
      {going !== null && (
        <SureDialog
          refreshes={['session']}
          title={PASSKEYS.remove_title(going.name)}
          text={PASSKEYS.remove_text}
          submit={PASSKEYS.remove}
          onSubmit={async () => {
            await removePasskey(call, going.id)
            await refetch()
          }}
          onClose={() => setGoing(null)}
        />
      )}
    </section>
  )
}
