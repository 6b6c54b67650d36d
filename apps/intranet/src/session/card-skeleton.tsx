import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import styles from './session.module.css'

/** A card that is being found out: its title, and what will stand below it, by height in pixels. */
export function CardSkeleton({ boxes }: { boxes: readonly number[] }) {
  return (
    <div className={styles.card}>
      <Skeleton width="60%" height={30} />
      {boxes.map((height, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing moves in it
        <Skeleton key={place} shape="box" height={height} />
      ))}
    </div>
  )
}
