import { Button } from '@podmoga/ui/button/button'
import styles from '../composer/composer.module.css'
import { TEAM } from '../team.texts.ts'

interface ArrivalsLineProps {
  /** Names of the files that are still loading. */
  coming: readonly string[]
  /** The reply will be sent by itself when they have loaded. */
  isWaiting: boolean
  /** Continues without them. */
  onSkip: () => void
}

/** The files that a reply still waits for. */
export function ArrivalsLine({ coming, isWaiting, onSkip }: ArrivalsLineProps) {
  return (
    <div role="status" className={styles.problem}>
      {coming.length > 0 && (
        <p className={styles.coming}>
          <span>{isWaiting ? TEAM.goes_with_files : TEAM.canned_files_coming(coming.join(', '))}</span>
          <Button size="s" variant="ghost" onClick={onSkip}>
            {isWaiting ? TEAM.send_without_files : TEAM.canned_files_skip}
          </Button>
        </p>
      )}
    </div>
  )
}
