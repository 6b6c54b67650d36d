import { Dialog } from '@podmoga/ui/dialog/dialog'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { type FormEvent, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { inviteMany } from '../business.mutations.ts'
import { FormFoot } from '../form-foot.tsx'
import { INVITE_MANY } from './invite-many.texts.ts'
import { type Send, SendField } from './send-field.tsx'

export type InvitedMany = Awaited<ReturnType<typeof inviteMany>>

interface InviteManyDialogProps {
  ids: readonly string[]
  onInvited: (invited: InvitedMany) => void
  onClose: () => void
}

/** Invites many people: asks for the way to send the invitations. */
export function InviteManyDialog({ ids, onInvited, onClose }: InviteManyDialogProps) {
  const { call } = useScope()
  const [send, setSend] = useState<Send>('link')
  const { run, isPending, problem } = useSubmit({ refreshes: [BUSINESS_ROOT] })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const body = { ids: [...ids], send }
    const made = await run((key) => inviteMany(call, body, { idempotency_key: key }), {
      of: [JSON.stringify(body)],
    })
    if (made === null) return
    onInvited(made)
    onClose()
  }
  return (
    <Dialog title={INVITE_MANY.title(ids.length)} onClose={onClose} isDismissable={!isPending}>
      <form className={styles.form} onSubmit={submit}>
        <p>{INVITE_MANY.text}</p>
        <SendField label={INVITE_MANY.send} value={send} onChange={setSend} />
        <FormFoot problem={problem} isPending={isPending} submit={INVITE_MANY.submit} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
