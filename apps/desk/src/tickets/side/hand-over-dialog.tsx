import type { Call } from '@podmoga/contract/client'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { Assignment } from '@podmoga/contract/desk/work'
import { WORD_MAX } from '@podmoga/contract/fields/limits'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { TextArea } from '@podmoga/ui/field/text-area'
import { Select } from '@podmoga/ui/select/select'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useForm } from '@podmoga/web/use-form'
import { useQuery } from '@tanstack/react-query'
import { TICKETS_SHOWN } from '../tickets.api.ts'
import styles from './side.module.css'
import { SIDE } from './side.texts.ts'
import type { Work } from './use-work.ts'
import { agentsQuery } from './work.api.ts'
import { WORK } from './work.texts.ts'

const NOBODY = { assignee: '', word: '' }

interface HandOverProps {
  call: Call
  ticket: DeskTicket
  work: Work
  onClose: () => void
}

/** Assigns a ticket to a colleague, with an optional comment. */
export function HandOverDialog({ call, ticket, work, onClose }: HandOverProps) {
  const { data: agents } = useQuery(agentsQuery(call))
  const { form, values, bind, submit } = useForm(Assignment, NOBODY, {
    toBody: ({ assignee, word }) => ({ assignee, ...(word.trim() !== '' && { word: word.trim() }) }),
  })
  const { assignee } = values
  const { run, isPending, problem } = useSubmit({
    refreshes: [TICKETS_SHOWN],
    refreshesAlways: true,
    failed: WORK.assign_failed,
  })
  const options = (agents ?? [])
    .filter(({ id, business_ids }) => id !== ticket.assignee?.id && business_ids.includes(ticket.business.id))
    .map(({ id, name }) => ({ key: id, name }))

  const give = async ({ word }: { word?: string | undefined }) => {
    await work.give(ticket, { assignee, ...(word !== undefined && { word }) })
    onClose()
  }
  return (
    <Dialog title={SIDE.hand_over_title} onClose={onClose}>
      <form
        ref={form}
        onSubmit={(event) => submit(event, (to) => run(() => give(to)))}
        noValidate
        className={styles.form}
      >
        <Select
          label={SIDE.to_whom}
          options={options}
          {...bind('assignee')}
          hint={agents !== undefined && options.length === 0 ? SIDE.nobody_to : undefined}
          error={problem ?? undefined}
        />
        <TextArea
          {...bind('word')}
          label={SIDE.word}
          hint={SIDE.word_hint}
          rows={2}
          maxRows={6}
          maxLength={WORD_MAX}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {WORK.cancel}
          </Button>
          <Button type="submit" disabled={assignee === ''} isPending={isPending}>
            {SIDE.do_hand_over}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
