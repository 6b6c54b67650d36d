import { NewPerson } from '@podmoga/contract/desk/people'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { TextField } from '@podmoga/ui/field/text-field'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useForm } from '@podmoga/web/use-form'
import { useState } from 'react'
import type { z } from 'zod'
import { useScope } from '../../lib/scope.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { invitePerson } from '../business.mutations.ts'
import { PEOPLE } from '../business.texts.ts'
import { FormFoot } from '../form-foot.tsx'
import { type Access, wireAccess } from './access.ts'
import { AccessFields } from './access-fields.tsx'
import { type Send, SendField } from './send-field.tsx'

export type Invited = Awaited<ReturnType<typeof invitePerson>>
const EMPTY = { first_name: '', last_name: '', email: '', phone: '' }

interface InviteDialogProps {
  /** Preselected restaurants, e.g. the only one. */
  restaurants: readonly string[]
  onInvited: (invited: Invited) => void
  onClose: () => void
}

/** Invites a person: contacts, restaurants and roles, and the way to send the invitation. */
export function InviteDialog({ restaurants, onInvited, onClose }: InviteDialogProps) {
  const { call, me } = useScope()
  // Null until the user ticks something: the list of restaurants may load after the dialog has opened.
  const [ticked, setAccess] = useState<Access | null>(null)
  const access = ticked ?? { restaurants, is_manager: false, desk_roles: [] }
  const [isWarned, setWarned] = useState(false)
  const [send, setSend] = useState<Send>('link')
  const form = useForm(NewPerson, EMPTY, {
    toBody: (values) => ({ ...values, ...wireAccess(access), send }),
  })
  const { run, isPending, problem } = useSubmit({ refreshes: [BUSINESS_ROOT], onFields: form.say })

  const invite = async (body: z.output<typeof NewPerson>) => {
    // For a manager this is forbidden, and the server refuses it.
    const isNowhere = me.roles.includes('admin') && body.restaurants.length + body.desk_roles.length === 0
    if (isNowhere && !isWarned) return setWarned(true)
    const of = [JSON.stringify(body)]
    const invited = await run((key) => invitePerson(call, body, { idempotency_key: key }), { of })
    if (invited !== null) onInvited(invited)
  }
  const bind = (name: keyof typeof EMPTY) => ({ ...form.bind(name), autoComplete: 'off' })
  return (
    <Dialog title={PEOPLE.add} size="l" onClose={onClose} isDismissable={!isPending}>
      <form
        ref={form.form}
        className={styles.form}
        noValidate
        onSubmit={(event) => form.submit(event, invite)}
      >
        <TextField {...bind('first_name')} label={PEOPLE.first_name} required />
        <TextField {...bind('last_name')} label={PEOPLE.last_name} />
        <TextField {...bind('phone')} label={PEOPLE.phone} inputMode="tel" />
        <TextField {...bind('email')} label={PEOPLE.email} inputMode="email" autoCapitalize="none" />
        <AccessFields
          access={access}
          onChange={(now) => {
            setAccess(now)
            setWarned(false)
          }}
          error={form.errorIn('restaurants')}
        />
        {isWarned && <p role="alert">{PEOPLE.invited_nowhere}</p>}
        <SendField label={PEOPLE.send} value={send} onChange={setSend} />
        <FormFoot problem={problem} isPending={isPending} submit={PEOPLE.invite} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
