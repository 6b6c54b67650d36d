import { MoreButton } from '../../lib/more-button.tsx'
import { TICKETS } from '../tickets.texts.ts'
import styles from './queue.module.css'

/** "Show more" below a list of tickets, while there is a next page. */
export function MoreTickets({ of }: Pick<Parameters<typeof MoreButton>[0], 'of'>) {
  if (!of.hasNextPage) return null
  return (
    <div className={styles.more}>
      <MoreButton of={of} size="s" wide>
        {TICKETS.more}
      </MoreButton>
    </div>
  )
}
