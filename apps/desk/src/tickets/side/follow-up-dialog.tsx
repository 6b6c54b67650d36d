import type { Call } from '@podmoga/contract/client'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { isBlank } from '@podmoga/contract/fields/fields'
import { MESSAGE_MAX } from '@podmoga/contract/fields/limits'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { TextArea } from '@podmoga/ui/field/text-area'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { type FormEvent, useState } from 'react'
import { type QueueView, ticketPath } from '../queue/queue-view.ts'
import { TICKETS_ROOT } from '../tickets.api.ts'
import { continueTicket } from './relations.api.ts'
import { RELATIONS } from './relations.texts.ts'
import styles from './side.module.css'
import { WORK } from './work.texts.ts'

interface FollowUpProps {
  call: Call
  ticket: DeskTicket
  view: QueueView
  go: (path: string) => void
  onClose: () => void
}

/** Opens a follow-up ticket for the same customer, starting with a message from support. */
export function FollowUpDialog({ call, ticket, view, go, onClose }: FollowUpProps) {
  const [text, setText] = useState('')
  const { run, isPending, problem, clearProblem } = useSubmit({
    refreshes: [TICKETS_ROOT],
    failed: WORK.not_done,
  })
  const follow = async (key: string) => {
    const made = await continueTicket(call, ticket.id, text, key)
    onClose()
    go(ticketPath(made.id, view))
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBlank(text)) void run(follow, { of: [text] })
  }
  return (
    <Dialog title={RELATIONS.follow_title} size="l" onClose={onClose}>
      <form onSubmit={onSubmit} noValidate className={styles.form}>
        <TextArea
          label={RELATIONS.follow_text}
          hint={RELATIONS.follow_hint}
          rows={4}
          maxRows={10}
          maxLength={MESSAGE_MAX}
          value={text}
          error={problem ?? undefined}
          onChange={(event) => {
            setText(event.target.value)
            clearProblem()
          }}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {WORK.cancel}
          </Button>
          <Button type="submit" isPending={isPending} disabled={isBlank(text)}>
            {RELATIONS.follow}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
