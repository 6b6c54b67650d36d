import { Button } from '@podmoga/ui/button/button'
import styles from '../session.module.css'
import { RECOVERY } from './recovery.texts.ts'

interface ResendProps {
  /** Seconds until another code may be asked for. */
  left: number
  isPending: boolean
  onResend: () => void
}

/** Another code: when it may be asked for, then the button for it. */
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
