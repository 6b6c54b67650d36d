import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { FieldError } from '@podmoga/ui/field/field'
import styles from './business.module.css'
import { BUSINESS } from './business.texts.ts'
import { useDeed } from './use-deed.ts'

interface SureDialogProps {
  title: string
  text: string
  submit: string
  onSubmit: () => Promise<unknown>
  onClose: () => void
}

/** Asks once more before a door is shut. */
export function SureDialog({ title, text, submit, onSubmit, onClose }: SureDialogProps) {
  const { run, isPending, problem } = useDeed({ isInForm: true })
  const go = async () => {
    const done = await run(async () => {
      await onSubmit()
      return true
    })
    if (done === true) onClose()
  }
  return (
    <Dialog title={title} onClose={onClose} isDismissable={!isPending}>
      <div className={styles.form}>
        <p>{text}</p>
        <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {BUSINESS.cancel}
          </Button>
          <Button variant="danger" isPending={isPending} onClick={() => void go()}>
            {submit}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
