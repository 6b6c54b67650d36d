import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import styles from './article.module.css'

const WIDTHS = ['100%', '94%', '97%', '88%', '95%', '60%']

/** A title and six lines. */
export function ArticleSkeleton() {
  return (
    <div className={styles.article} aria-hidden>
      <Skeleton width="35%" />
      <Skeleton shape="box" width="70%" height={32} />
      <div className={styles.skeletonText}>
        {WIDTHS.map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    </div>
  )
}
