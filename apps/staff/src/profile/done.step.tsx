import { Button } from '@podmoga/ui/button/button'
import { DialogActions } from '@podmoga/ui/dialog/dialog'
import { announce } from '@podmoga/ui/live-region/live-region'
import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { usePlace } from '../app/place.tsx'
import { profileQuery } from './profile.api.ts'
import styles from './profile.module.css'
import { PROFILE } from './profile.texts.ts'
import { useModal, useModalInfo } from './use-modal.ts'

/** The last step of a change: the dialog's title says what is done, and the profile is asked anew. */
export function DoneStep() {
  const { queryKey } = profileQuery(usePlace())
  const queryClient = useQueryClient()
  const { close } = useModal()
  const title = useModalInfo()?.title ?? ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey })
    announce(title)
  }, [])
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
