import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { FieldError } from '@podmoga/ui/field/field'
import { explain } from '@podmoga/web/explain'
import { useState } from 'react'
import { KB } from './knowledge.texts.ts'

interface SureDialogProps {
  title: string
  text: string
  submit: string
  onSubmit: () => Promise<unknown>
  onClose: () => void
}

/** Asks once more before something that cannot be taken back. */
export function SureDialog({ title, text, submit, onSubmit, onClose }: SureDialogProps) {
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const go = async () => {
    setBusy(true)
    try {
      await onSubmit()
      onClose()
    } catch (failure) {
      setError(explain(failure) ?? 'Не получилось. Попробуйте ещё раз.')
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      {error && <FieldError>{error}</FieldError>}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {KB.cancel}
        </Button>
        <Button variant="danger" isPending={isBusy} onClick={() => void go()}>
          {submit}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
