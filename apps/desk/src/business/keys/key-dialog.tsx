import { NewApiKey } from '@podmoga/contract/desk/keys'
import { KEY_SCOPES, type KeyScope } from '@podmoga/contract/rights'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { FieldError } from '@podmoga/ui/field/field'
import { TextField } from '@podmoga/ui/field/text-field'
import { Select } from '@podmoga/ui/select/select'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useForm } from '@podmoga/web/use-form'
import { useState } from 'react'
import type { z } from 'zod'
import { useScope } from '../../lib/scope.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { FormFoot } from '../form-foot.tsx'
import { addApiKey } from './keys.api.ts'
import { KEYS } from './keys.texts.ts'
import { heldKey, MadeKey } from './made-key.tsx'

const START: { name: string; scopes: readonly KeyScope[]; days: string } = {
  name: '',
  scopes: [],
  days: '90',
}
const TERMS = ['30', '90', '365', '0'] as const

/** Creates an API key and shows it once. */
export function KeyDialog({ onClose }: { onClose: () => void }) {
  const { call, me, person } = useScope()
  const [made, setMade] = useState(() => heldKey.get(person))
  const { form, values, set, errorIn, bind, submit, say } = useForm(NewApiKey, START, {
    toBody: ({ name, scopes, days }) => ({ name, scopes, days: days === '0' ? null : Number(days) }),
  })
  const { run, isPending, problem } = useSubmit({ refreshes: [BUSINESS_ROOT], onFields: say })
  const lendable = KEY_SCOPES.filter(
    (scope) => !['agent', 'editor'].includes(scope) || me.roles.includes(scope as 'agent'),
  )
  const toggle = (scope: KeyScope) =>
    set({
      scopes: values.scopes.includes(scope)
        ? values.scopes.filter((one) => one !== scope)
        : [...values.scopes, scope],
    })
  const make = async (body: z.output<typeof NewApiKey>) => {
    const answer = await run((key) => addApiKey(call, body, key), { of: [JSON.stringify(body)] })
    if (answer === null) return
    heldKey.hold(person, answer.key)
    setMade(answer.key)
  }
  if (made !== null) {
    const drop = () => heldKey.drop(person)
    const close = () => {
      drop()
      onClose()
    }
    return <MadeKey made={made} onTaken={drop} onClose={close} />
  }
  const unpicked = errorIn('scopes') !== undefined
  return (
    <Dialog title={KEYS.add} onClose={onClose} isDismissable={!isPending}>
      <form ref={form} className={styles.form} noValidate onSubmit={(event) => submit(event, make)}>
        <TextField {...bind('name')} label={KEYS.name} autoComplete="off" />
        <fieldset className={styles.choices}>
          <legend>{KEYS.scopes}</legend>
          {lendable.map((scope) => (
            <Checkbox key={scope} checked={values.scopes.includes(scope)} onChange={() => toggle(scope)}>
              {KEYS.scope[scope]}
            </Checkbox>
          ))}
          <div role="alert">{unpicked && <FieldError>{KEYS.pick}</FieldError>}</div>
        </fieldset>
        <Select
          label={KEYS.days}
          options={TERMS.map((key) => ({ key, name: KEYS.terms[key] }))}
          {...bind('days')}
        />
        <FormFoot problem={problem} isPending={isPending} submit={KEYS.submit} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
