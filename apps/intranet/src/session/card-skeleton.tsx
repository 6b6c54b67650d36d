import { keyed } from '@podmoga/ui/lib/keyed'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import styles from './session.module.css'

/** Placeholder of a loading card: its title, and boxes of the given heights in pixels. */
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
