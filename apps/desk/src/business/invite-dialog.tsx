import { NewPerson } from '@podmoga/contract/desk/people'
import { uuid } from '@podmoga/contract/uuid'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { TextField } from '@podmoga/ui/field/text-field'
import { Select } from '@podmoga/ui/select/select'
import { type FormEvent, useRef, useState } from 'react'
import { usePlace } from '../lib/place.tsx'
import { type Access, wireAccess } from './access.ts'
import { AccessFields } from './access-fields.tsx'
import styles from './business.module.css'
import { PEOPLE } from './business.texts.ts'
import { invitePerson } from './deeds.api.ts'
import { FormFoot } from './form-foot.tsx'
import { useDeed } from './use-deed.ts'

export type Invited = Awaited<ReturnType<typeof invitePerson>>
type Send = 'link' | 'email' | 'sms'

const SENDS = (['link', 'email', 'sms'] as const).map((key) => ({ key, name: PEOPLE.sends[key] }))
const EMPTY = { first_name: '', last_name: '', email: '', phone: '' }

interface InviteDialogProps {
  /** The only restaurant there is, say: ticked from the start. */
  restaurants: readonly string[]
  onInvited: (invited: Invited) => void
  onClose: () => void
}

/** Asks who comes, where they work, and how the invitation reaches them. */
export function InviteDialog({ restaurants, onInvited, onClose }: InviteDialogProps) {
  const { call } = usePlace()
  const [values, setValues] = useState(EMPTY)
  // Until something is ticked by hand: the list of restaurants may come after the dialog has been opened.
  const [ticked, setAccess] = useState<Access | null>(null)
  const access = ticked ?? { restaurants, is_manager: false, desk_roles: [] }
  const [send, setSend] = useState<Send>('link')
  // One for the whole dialog: pressing again after a lost answer invites nobody twice.
  const key = useRef(uuid())
  const { run, isPending, fields, setFields, problem } = useDeed({ isInForm: true })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const body = { ...values, ...wireAccess(access), send }
    const parsed = NewPerson.safeParse(body)
    if (!parsed.success) {
      setFields(
        Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])),
      )
      return
    }
    const invited = await run(() => invitePerson(call, body, { idempotency_key: key.current }))
    if (invited === null) key.current = uuid()
    else onInvited(invited)
  }
  const bind = (name: keyof typeof EMPTY) => ({
    name,
    value: values[name],
    error: fields[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  })
  return (
    <Dialog title={PEOPLE.add} size="l" onClose={onClose} isDismissable={!isPending}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField {...bind('first_name')} label={PEOPLE.first_name} required />
        <TextField {...bind('last_name')} label={PEOPLE.last_name} />
        <TextField {...bind('phone')} label={PEOPLE.phone} inputMode="tel" />
        <TextField {...bind('email')} label={PEOPLE.email} inputMode="email" autoCapitalize="none" />
        <AccessFields access={access} onChange={setAccess} error={fields.restaurants} />
        <Select
          label={PEOPLE.send}
          options={SENDS}
          value={send}
          onChange={(event) => setSend(event.target.value as Send)}
        />
        <FormFoot problem={problem} isPending={isPending} submit={PEOPLE.invite} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
