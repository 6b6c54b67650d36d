import { KEY_SCOPES, type KeyScope } from '@podmoga/contract/rights'
import { Button } from '@podmoga/ui/button/button'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { FieldError } from '@podmoga/ui/field/field'
import { TextField } from '@podmoga/ui/field/text-field'
import { copyText } from '@podmoga/ui/lib/copy-text'
import { Select } from '@podmoga/ui/select/select'
import { type FormEvent, useState } from 'react'
import { usePlace } from '../lib/place.tsx'
import styles from './business.module.css'
import { FormFoot } from './form-foot.tsx'
import { addApiKey } from './keys.api.ts'
import { KEYS } from './keys.texts.ts'
import { useDeed } from './use-deed.ts'

const TERMS = ['30', '90', '365', '0'] as const

/** A key is made, and shown this once. */
export function KeyDialog({ onClose }: { onClose: () => void }) {
  const { call, me } = usePlace()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly KeyScope[]>([])
  const [days, setDays] = useState<string>('90')
  const [made, setMade] = useState<string | null>(null)
  const { run, isPending, fields, setFields, problem } = useDeed({ isInForm: true })
  const lendable = KEY_SCOPES.filter(
    (scope) => !['agent', 'editor'].includes(scope) || me.roles.includes(scope as 'agent'),
  )
  const toggle = (scope: KeyScope) => {
    setFields({})
    setScopes((before) =>
      before.includes(scope) ? before.filter((one) => one !== scope) : [...before, scope],
    )
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (scopes.length === 0) return setFields({ scopes: KEYS.pick })
    const body = { name, scopes: [...scopes], days: days === '0' ? null : Number(days) }
    const answer = await run(() => addApiKey(call, body))
    if (answer !== null) setMade(answer.key)
  }
  if (made !== null)
    return (
      <Dialog title={KEYS.made_title} onClose={onClose} isDismissable={false}>
        <div className={styles.form}>
          <p>{KEYS.made}</p>
          <p className={styles.link}>{made}</p>
          <DialogActions>
            <Button variant="secondary" onClick={() => void copyText(made, KEYS.copied)}>
              {KEYS.copy}
            </Button>
            <Button onClick={onClose}>{KEYS.close}</Button>
          </DialogActions>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={KEYS.add} onClose={onClose} isDismissable={!isPending}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField
          label={KEYS.name}
          value={name}
          error={fields.name}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
        <fieldset className={styles.choices}>
          <legend>{KEYS.scopes}</legend>
          {lendable.map((scope) => (
            <Checkbox key={scope} checked={scopes.includes(scope)} onChange={() => toggle(scope)}>
              {KEYS.scope[scope]}
            </Checkbox>
          ))}
          <div role="alert">{fields.scopes !== undefined && <FieldError>{fields.scopes}</FieldError>}</div>
        </fieldset>
        <Select
          label={KEYS.days}
          options={TERMS.map((key) => ({ key, name: KEYS.terms[key] }))}
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
        <FormFoot problem={problem} isPending={isPending} submit={KEYS.submit} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
