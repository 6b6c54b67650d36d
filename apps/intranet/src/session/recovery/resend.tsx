import { Button } from '@podmoga/ui/button/button'
import styles from '../session.module.css'
import { RECOVERY } from './recovery.texts.ts'

interface ResendProps {
  /** Seconds until another code may be requested. */
  left: number
  isPending: boolean
  onResend: () => void
}

/** A countdown until another code may be requested, then the button for it. */
export function Resend({ left, isPending, onResend }: ResendProps) {
  return (
    <div className={styles.resend}>
      {left > 0 ? (
        <p>{RECOVERY.resend_in(left)}</p>
      ) : (
        <Button variant="ghost" size="s" isPending={isPending} onClick={onResend}>
          {RECOVERY.resend}
        </Button>
      )}
    </div>
  )
}
