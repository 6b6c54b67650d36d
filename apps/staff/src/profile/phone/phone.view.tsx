import { ButtonLink } from '@podmoga/ui/button/button'
import { DialogActions } from '@podmoga/ui/dialog/dialog'
import { useProfile } from '../modal.layout.tsx'
import { phoneText } from '../phone-text.ts'
import styles from '../profile.module.css'
import { PROFILE } from '../profile.texts.ts'
import { useModal } from '../use-modal.ts'

/** The phone number; links to changing it. */
export function PhoneView() {
  const modal = useModal()
  const phone = phoneText(useProfile())
  return (
    <>
      <p className={styles.contact}>
        <span className={styles.contactText}>{phone ?? PROFILE.absent}</span>
      </p>
      <DialogActions>
        <ButtonLink {...modal.link('phone/edit')}>{PROFILE.update_phone}</ButtonLink>
      </DialogActions>
    </>
  )
}
