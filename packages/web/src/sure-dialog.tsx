import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { FieldError } from '@podmoga/ui/field/field'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from './explain.ts'

const TEXTS = { cancel: 'Отмена', again: 'Не получилось. Попробуйте ещё раз.' }

interface SureDialogProps {
  title: string
  text: string
  submit: string
  onSubmit: () => Promise<unknown>
  onClose: () => void
  /** What is asked anew once it is done. */
  refreshes?: QueryKey
}

/** Asks once more before something that cannot be taken back, or a door that is shut. */
export function SureDialog({ title, text, submit, onSubmit, onClose, refreshes }: SureDialogProps) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const go = async () => {
    if (isPending) return
    setPending(true)
    setProblem(null)
    try {
      await onSubmit()
      if (refreshes !== undefined) await client.invalidateQueries({ queryKey: refreshes })
      onClose()
    } catch (failure) {
      setProblem(explain(failure) ?? TEXTS.again)
      setPending(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose} isDismissable={!isPending}>
      <p>{text}</p>
      <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {TEXTS.cancel}
        </Button>
        <Button variant="danger" isPending={isPending} onClick={() => void go()}>
          {submit}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
