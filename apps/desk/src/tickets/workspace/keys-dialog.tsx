import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { Fragment } from 'react'
import { KEYS, KEYS_DIALOG } from './keys.texts.ts'
import styles from './keys-dialog.module.css'

interface KeysDialogProps {
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  onClose: () => void
}

/** List of the desk's hotkeys, with the switch for single-letter ones. */
export function KeysDialog({ isOn, onSwitch, onClose }: KeysDialogProps) {
  return (
    <Dialog title={KEYS_DIALOG.title} onClose={onClose}>
      <Checkbox checked={isOn} onChange={(event) => onSwitch(event.target.checked)}>
        {KEYS_DIALOG.on}
      </Checkbox>
      <p className="t-small t-muted">{KEYS_DIALOG.hint}</p>
      <dl className={styles.keys}>
        {KEYS.map(({ keys, does }) => (
          <div key={does} className={styles.line}>
            <dt>{does}</dt>
            <dd lang="en">
              {keys.map((key, at) => (
                <Fragment key={key}>
                  {at > 0 && ' + '}
                  <kbd className={styles.key}>{key}</kbd>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
