import type { Call } from '@podmoga/contract/client'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { WORD_MAX } from '@podmoga/contract/limits'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { TextArea } from '@podmoga/ui/field/text-area'
import { Select } from '@podmoga/ui/select/select'
import { explain } from '@podmoga/web/explain'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import styles from './side.module.css'
import type { Work } from './use-work.ts'
import { agentsQuery } from './work.api.ts'
import { WORK } from './work.texts.ts'

interface HandOverProps {
  call: Call
  ticket: DeskTicket
  work: Work
  onClose: () => void
}

/** Gives a ticket to a colleague, with a word if there is one to say. */
export function HandOverDialog({ call, ticket, work, onClose }: HandOverProps) {
  const { data: agents } = useQuery(agentsQuery(call))
  const [assignee, setAssignee] = useState('')
  const [word, setWord] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const options = (agents ?? [])
    .filter(({ id, business_ids }) => id !== ticket.assignee?.id && business_ids.includes(ticket.business.id))
    .map(({ id, name }) => ({ key: id, name }))

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || assignee === '') return
    setBusy(true)
    try {
      await work.give(ticket, { assignee, ...(word.trim() === '' ? {} : { word: word.trim() }) })
      onClose()
    } catch (failure) {
      setError(explain(failure) ?? WORK.assign_failed)
      setBusy(false)
    }
  }
  return (
    <Dialog title={WORK.hand_over_title} onClose={onClose}>
      <form onSubmit={send} noValidate className={styles.form}>
        <Select
          label={WORK.to_whom}
          options={options}
          value={assignee}
          hint={agents !== undefined && options.length === 0 ? WORK.nobody_to : undefined}
          error={error}
          onChange={(event) => {
            setAssignee(event.target.value)
            setError(undefined)
          }}
        />
        <TextArea
          label={WORK.word}
          hint={WORK.word_hint}
          rows={2}
          maxRows={6}
          maxLength={WORD_MAX}
          value={word}
          onChange={(event) => setWord(event.target.value)}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {WORK.cancel}
          </Button>
          <Button type="submit" disabled={assignee === ''} isPending={isBusy}>
            {WORK.do_hand_over}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
