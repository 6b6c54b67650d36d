import { isLocalLink } from '@podmoga/contract/fields/local-link'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { copyText } from '@podmoga/ui/lib/copy-text'
import { QrCode } from '@podmoga/ui/qr-code/qr-code'
import styles from '../business.module.css'
import { PEOPLE } from '../business.texts.ts'
import { LocalLink } from '../local-link.tsx'

interface LinkDialogProps {
  title: string
  link: string
  isSent: boolean
  onClose: () => void
}

/** Shows a one-time link as a QR code and as text. */
export function LinkDialog({ title, link, isSent, onClose }: LinkDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.form}>
        <p>{isSent ? PEOPLE.ready_sent : PEOPLE.ready_not_sent}</p>
        {isLocalLink(link) && (
          <p role="alert">
            <LocalLink />
          </p>
        )}
        <QrCode text={link} label={PEOPLE.qr} />
        <p className={styles.link}>{link}</p>
        <DialogActions>
          <Button variant="secondary" onClick={() => void copyText(link, PEOPLE.copied)}>
            {PEOPLE.copy}
          </Button>
          <Button onClick={onClose}>{PEOPLE.close}</Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
