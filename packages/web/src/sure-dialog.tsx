import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { FieldError } from '@podmoga/ui/field/field'
import type { QueryKey } from '@tanstack/react-query'
import { useSubmit } from './submit/use-submit.ts'

const CANCEL = 'Отмена'

interface SureDialogProps {
  title: string
  text: string
  submit: string
  onSubmit: () => Promise<unknown>
  onClose: () => void
  /** The queries to refetch after a success. */
  refreshes?: QueryKey
}

/** Asks for confirmation before an action that cannot be undone or that removes someone's access. */
export function SureDialog({ title, text, submit, onSubmit, onClose, refreshes }: SureDialogProps) {
  const { run, isPending, problem } = useSubmit({ refreshes: refreshes === undefined ? [] : [refreshes] })
  const go = async () => {
    const isDone = await run(async () => {
      await onSubmit()
      return true
    })
    if (isDone !== null) onClose()
  }
  return (
    <Dialog title={title} onClose={onClose} isDismissable={!isPending}>
      <p>{text}</p>
      <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {CANCEL}
        </Button>
        <Button variant="danger" isPending={isPending} onClick={() => void go()}>
          {submit}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
