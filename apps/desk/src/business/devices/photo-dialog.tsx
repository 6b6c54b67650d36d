import type { DeskDevice } from '@podmoga/contract/desk/devices'
import { PHOTO_EXTENSIONS } from '@podmoga/contract/fields/limits'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { FieldError } from '@podmoga/ui/field/field'
import { FileDrop } from '@podmoga/ui/file-drop/file-drop'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useScope } from '../../lib/scope.tsx'
import styles from '../business.module.css'
import { DEVICES_ROOT, setPhoto } from './devices.api.ts'
import { DEVICES } from './devices.texts.ts'

/** The photo of a device; uploading and removing take effect at once. */
export function PhotoDialog({ device, onClose }: { device: DeskDevice; onClose: () => void }) {
  const { call } = useScope()
  const { run, isPending, problem } = useSubmit({ refreshes: [DEVICES_ROOT] })
  const set = async (files: readonly File[]) => {
    if ((await run(() => setPhoto(call, device.id, files.slice(0, 1)))) !== null) onClose()
  }
  return (
    <Dialog title={DEVICES.photo_title(device.name)} onClose={onClose} isDismissable={!isPending}>
      <div className={styles.form}>
        {device.photo !== null && (
          <img className={styles.logo} src={device.photo} alt={device.name} width={160} height={160} />
        )}
        <FileDrop
          label={DEVICES.photo_new}
          text={DEVICES.photo_drop}
          accept={PHOTO_EXTENSIONS}
          isDisabled={isPending}
          onFiles={(files) => void set(files)}
        />
        <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
        <DialogActions>
          {device.photo !== null && (
            <Button variant="secondary" isPending={isPending} onClick={() => void set([])}>
              {DEVICES.photo_away}
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            {DEVICES.close}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
