import type { Call } from '@podmoga/contract/client'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { isBlank } from '@podmoga/contract/fields'
import { MESSAGE_MAX } from '@podmoga/contract/limits'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { TextArea } from '@podmoga/ui/field/text-area'
import { explain } from '@podmoga/web/explain'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { type QueueView, ticketPath } from './queue-view.ts'
import { continueTicket } from './relations.api.ts'
import { RELATIONS } from './relations.texts.ts'
import styles from './side.module.css'
import { TICKETS_ROOT } from './tickets.api.ts'
import { WORK } from './work.texts.ts'

interface FollowUpProps {
  call: Call
  ticket: DeskTicket
  view: QueueView
  go: (path: string) => void
  onClose: () => void
}

/** A new ticket of the same customer that begins with a word of support's. */
export function FollowUpDialog({ call, ticket, view, go, onClose }: FollowUpProps) {
  const cache = useQueryClient()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  // Another text is another submit.
  const submit = useRef({ text: '', key: '' })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || isBlank(text)) return
    setBusy(true)
    if (submit.current.text !== text) submit.current = { text, key: crypto.randomUUID() }
    try {
      const made = await continueTicket(call, ticket.id, text, submit.current.key)
      onClose()
      go(ticketPath(made.id, view))
      await cache.invalidateQueries({ queryKey: TICKETS_ROOT })
    } catch (failure) {
      setError(explain(failure) ?? WORK.not_done)
      setBusy(false)
    }
  }
  return (
    <Dialog title={RELATIONS.follow_title} size="l" onClose={onClose}>
      <form onSubmit={send} noValidate className={styles.form}>
        <TextArea
          label={RELATIONS.follow_text}
          hint={RELATIONS.follow_hint}
          rows={4}
          maxRows={10}
          maxLength={MESSAGE_MAX}
          value={text}
          error={error}
          onChange={(event) => {
            setText(event.target.value)
            setError(undefined)
          }}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {WORK.cancel}
          </Button>
          <Button type="submit" isPending={isBusy} disabled={isBlank(text)}>
            {RELATIONS.follow}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
