import type { Material } from '@podmoga/contract/knowledge'
import { Link } from '@podmoga/ui/lib/navigation'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useScope } from '../../lib/scope.tsx'
import { materialHref } from '../hrefs.ts'
import { materialsQuery, subcategoriesQuery } from '../knowledge.api.ts'
import { KNOWLEDGE } from '../knowledge.texts.ts'
import { usePrefetch } from '../use-prefetch.ts'
import styles from './article.module.css'

interface Neighbour {
  id: string
  title: string
  subcategory: string
}

function useMaterials(subcategory: string | undefined) {
  return useQuery({ ...materialsQuery(useScope(), subcategory ?? ''), enabled: subcategory !== undefined })
    .data
}

/** The materials before and after this one in the editor's order, across subcategories but within the section. */
function useNeighbours(materialId: string, { section, subcategory }: Material) {
  const subcategories = useQuery(subcategoriesQuery(useScope(), section.id)).data ?? []
  const here = useMaterials(subcategory.id)
  const at = here?.findIndex(({ id }) => id === materialId) ?? -1
  const index = subcategories.findIndex(({ id }) => id === subcategory.id)
  const isFirst = at === 0
  const isLast = at >= 0 && at === (here?.length ?? 0) - 1
  const before = isFirst ? subcategories[index - 1]?.id : undefined
  const after = isLast && index >= 0 ? subcategories[index + 1]?.id : undefined
  const lastBefore = useMaterials(before)?.at(-1)
  const firstAfter = useMaterials(after)?.[0]
  const placed = (material: { id: string; title: string } | undefined, where: string | undefined) =>
    material === undefined || where === undefined ? null : { ...material, subcategory: where }
  return {
    previous: before
      ? placed(lastBefore, before)
      : placed(at > 0 ? here?.[at - 1] : undefined, subcategory.id),
    next: after ? placed(firstAfter, after) : placed(at >= 0 ? here?.[at + 1] : undefined, subcategory.id),
  }
}

/** «‹ Предыдущий» and «Следующий ›» at the end of an article. */
export function Neighbours({ materialId, material }: { materialId: string; material: Material }) {
  const { restaurantId } = useScope()
  const prefetch = usePrefetch()
  const { previous, next } = useNeighbours(materialId, material)
  if (previous === null && next === null) return null
  const hrefOf = ({ id, subcategory }: Neighbour) =>
    materialHref(restaurantId, { id, section: material.section.id, subcategory })
  return (
    <ul className={styles.neighbours} aria-label={KNOWLEDGE.neighbours}>
      {previous !== null && (
        <li>
          <Link
            className={styles.neighbour}
            href={hrefOf(previous)}
            {...prefetch(hrefOf(previous), previous.id)}
          >
            <span className={styles.way}>
              <ChevronLeft size={18} aria-hidden />
              {KNOWLEDGE.previous}
            </span>
            {previous.title}
          </Link>
        </li>
      )}
      {next !== null && (
        <li className={styles.next}>
          <Link className={styles.neighbour} href={hrefOf(next)} {...prefetch(hrefOf(next), next.id)}>
            <span className={styles.way}>
              {KNOWLEDGE.next}
              <ChevronRight size={18} aria-hidden />
            </span>
            {next.title}
          </Link>
        </li>
      )}
    </ul>
  )
}
