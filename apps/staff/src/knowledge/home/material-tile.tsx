import type { MaterialItem } from '@podmoga/contract/knowledge'
import { Link } from '@podmoga/ui/lib/navigation'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { FileText } from 'lucide-react'
import { useScope } from '../../lib/scope.tsx'
import { materialHref } from '../hrefs.ts'
import { usePrefetch } from '../use-prefetch.ts'
import styles from './help-home.module.css'

/** A material as a tile that is a single link. */
export function MaterialTile({ material }: { material: MaterialItem }) {
  const { restaurantId } = useScope()
  const prefetch = usePrefetch()
  const href = materialHref(restaurantId, material)
  return (
    <Link className={styles.tile} href={href} {...prefetch(href, material.id)}>
      <FileText size={20} aria-hidden />
      <span>{material.title}</span>
    </Link>
  )
}

export function MaterialTileSkeleton() {
  return (
    <div className={styles.tile}>
      <Skeleton shape="box" width={20} height={20} />
      <Skeleton width="65%" />
    </div>
  )
}
