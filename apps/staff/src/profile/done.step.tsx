import { Button } from '@podmoga/ui/button/button'
import { DialogActions } from '@podmoga/ui/dialog/dialog'
import { announce } from '@podmoga/ui/live-region/live-region'
import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import styles from './profile.module.css'
import { PROFILE } from './profile.texts.ts'
import { useModal, useModalInfo } from './use-modal.ts'

/** The last step of a change: the dialog's title states the result. */
export function DoneStep() {
  const { close } = useModal()
  const title = useModalInfo()?.title ?? ''
  useEffect(() => announce(title), [title])
  return (
    <div className={styles.done}>
      <CircleCheck size={64} strokeWidth={1.5} aria-hidden />
      <DialogActions className={styles.doneActions}>
        <Button data-autofocus onClick={close}>
          {PROFILE.done}
        </Button>
      </DialogActions>
    </div>
  )
}
