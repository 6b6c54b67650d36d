import type { MaterialItem } from '@podmoga/contract/knowledge'
import { Link } from '@podmoga/ui/lib/navigation'
import { announce } from '@podmoga/ui/live-region/live-region'
import { useCalmLoading } from '@podmoga/ui/loading/use-calm-loading'
import { Marked } from '@podmoga/ui/marked/marked'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { isRefusal } from '@podmoga/web/explain'
import { QueryError } from '@podmoga/web/query-error'
import { useOnline } from '@podmoga/web/use-online'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { useContext, useEffect, useState } from 'react'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.tsx'
import { Trouble } from '../../lib/trouble.ts'
import { materialHref } from '../hrefs.ts'
import { isCut, isUnsure, searchQuery } from '../knowledge.api.ts'
import { KNOWLEDGE } from '../knowledge.texts.ts'
import { useSectionNames } from '../section/use-section-names.ts'
import { usePrefetch } from '../use-prefetch.ts'
import { searchKept } from './kept-search.ts'
import styles from './search.module.css'
import { snippetPieces } from './snippet.ts'

function Result({ material, path }: { material: MaterialItem; path: string }) {
  const { restaurantId } = useScope()
  const prefetch = usePrefetch()
  const href = materialHref(restaurantId, material)
  return (
    <li>
      <Link className={styles.row} href={href} {...prefetch(href, material.id)}>
        <span className={styles.title}>{material.title}</span>
        <span className={styles.about}>
          {path !== '' && <span>{path}</span>}
          {material.snippet !== undefined && material.snippet !== '' && (
            <span className={styles.snippet}>
              <Marked pieces={snippetPieces(material.snippet)} />
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}

const SKELETON = [70, 55, 62].map((width) => (
  <div key={width} className={styles.row}>
    <Skeleton width={`${width}%`} />
    <Skeleton width="40%" />
  </div>
))

const announcementOf = (materials: readonly MaterialItem[]): string => {
  if (materials.length === 0) return KNOWLEDGE.no_data
  return isUnsure(materials) ? KNOWLEDGE.unsure : KNOWLEDGE.found(materials.length)
}

/** Search results. One row always links to a new ticket: the last one, or the first if no result is sure. */
export function SearchResults({ query }: { query: string }) {
  const scope = useScope()
  // Results of the previous query stay for a moment, so that typing does not flicker; on a slow line they give way to a skeleton,
  // because they must not pass for the answer. A late answer to an older query has another query key.
  const result = useQuery({ ...searchQuery(scope, query), placeholderData: (before) => before })
  const trouble = useContext(Trouble)
  const breadcrumbOf = useSectionNames()
  const { data, isPlaceholderData } = result
  const isUnanswered = result.isPending || isPlaceholderData
  const isOnline = useOnline()
  // A page opened offline finds out by its first failed call.
  const isOpenedOffline = data === undefined && !isOnline && isRefusal(result.error, 'network')
  const isCutOff = (result.isPaused && isUnanswered) || isOpenedOffline
  const phase = useCalmLoading(query !== '' && isUnanswered && !result.isPaused)
  useEffect(() => {
    if (data !== undefined && !isPlaceholderData) announce(announcementOf(data))
  }, [data, isPlaceholderData])
  useEffect(() => {
    if (phase === 'shown') announce(KNOWLEDGE.loading)
  }, [phase])
  const client = useQueryClient()
  const [kept, setKept] = useState<MaterialItem[]>()
  useEffect(() => {
    let isCurrent = isCutOff
    if (isCutOff)
      void searchKept(client, scope.restaurantId, query).then((found) => isCurrent && setKept(found))
    return () => {
      isCurrent = false
    }
  }, [isCutOff, client, scope, query])
  const isFailed = result.isError && data === undefined && !isOpenedOffline
  if (query === '' || (phase === 'waiting' && data === undefined && !isFailed)) return null
  const shown = isCutOff ? kept : phase === 'shown' ? undefined : data
  // The location is shown once for consecutive materials that share it.
  const breadcrumbAfter = (before: MaterialItem | undefined, material: MaterialItem): string =>
    before !== undefined && breadcrumbOf(before) === breadcrumbOf(material) ? '' : breadcrumbOf(material)
  const isUnsureShown = shown !== undefined && isUnsure(shown)
  const ticket = (
    <li>
      <Link
        className={styles.ticket}
        href={paths.newTicket(scope.restaurantId)}
        state={{ initial_message: query }}
      >
        <MessageSquare size={20} aria-hidden />
        {KNOWLEDGE.write_ticket}
      </Link>
    </li>
  )
  return (
    <div className={styles.results} aria-busy={phase === 'shown'}>
      {trouble}
      {phase === 'shown' && <div aria-hidden>{SKELETON}</div>}
      {isCut(query) && <p className={styles.none}>{KNOWLEDGE.search_cut}</p>}
      {isFailed && phase === 'done' && <QueryError of={result} compact text={KNOWLEDGE.search_failed} />}
      {isCutOff && shown !== undefined && (
        <p className={styles.none}>{shown.length === 0 ? KNOWLEDGE.no_network : KNOWLEDGE.kept_only}</p>
      )}
      {!isCutOff && shown?.length === 0 && <p className={styles.none}>{KNOWLEDGE.no_data}</p>}
      <ul aria-label={KNOWLEDGE.results}>
        {isUnsureShown && (
          <>
            {ticket}
            <li className={styles.none}>{KNOWLEDGE.unsure}</li>
          </>
        )}
        {shown?.map((material, at) => (
          <Result key={material.id} material={material} path={breadcrumbAfter(shown[at - 1], material)} />
        ))}
        {!isUnsureShown && ticket}
      </ul>
    </div>
  )
}
