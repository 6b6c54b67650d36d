import { keyed } from '@podmoga/ui/lib/keyed'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import styles from './session.module.css'

/** A card that is being found out: its title, and what will stand below it, by height in pixels. */
export function CardSkeleton({ boxes }: { boxes: readonly number[] }) {
  return (
    <div className={styles.card}>
      <Skeleton width="60%" height={30} />
      {keyed(boxes, String).map(({ key, item }) => (
        <Skeleton key={key} shape="box" height={item} />
      ))}
    </div>
  )
}
