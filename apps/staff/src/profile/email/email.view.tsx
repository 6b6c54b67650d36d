import { Button, ButtonLink } from '@podmoga/ui/button/button'
import { DialogActions } from '@podmoga/ui/dialog/dialog'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useScope } from '../../lib/scope.tsx'
import { startFlow } from '../code/code-flow.ts'
import { useProfile } from '../modal.layout.tsx'
import styles from '../profile.module.css'
import { PROFILE } from '../profile.texts.ts'
import { useModal } from '../use-modal.ts'

/** The e-mail and whether it is verified; links to changing or verifying it. */
export function EmailView() {
  const { person } = useScope()
  const modal = useModal()
  const { email, is_email_verified } = useProfile()
  const confirm = (address: string) => {
    startFlow('email', { person, address, is_typed: false })
    modal.push('email/confirm')
  }
  const isUnverified = email !== null && is_email_verified !== true
  return (
    <>
      <p className={styles.contact}>
        <span className={styles.contactText}>{email ?? PROFILE.absent}</span>
        {email !== null && (
          <span className={isUnverified ? styles.warning : styles.success}>
            {isUnverified ? <CircleAlert size={22} aria-hidden /> : <CircleCheck size={22} aria-hidden />}
            <span className="visually-hidden">{isUnverified ? PROFILE.unverified : PROFILE.verified}</span>
          </span>
        )}
      </p>
      <DialogActions>
        <ButtonLink variant={isUnverified ? 'secondary' : 'primary'} {...modal.link('email/edit')}>
          {PROFILE.change}
        </ButtonLink>
        {isUnverified && <Button onClick={() => confirm(email)}>{PROFILE.confirm_email}</Button>}
      </DialogActions>
    </>
  )
}
