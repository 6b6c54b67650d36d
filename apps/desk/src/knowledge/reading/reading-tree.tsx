import { SEARCH_MAX } from '@podmoga/contract/fields/limits'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { SearchField } from '@podmoga/ui/field/search-field'
import { Link } from '@podmoga/ui/lib/navigation'
import { Loading } from '@podmoga/ui/loading/loading'
import { Select } from '@podmoga/ui/select/select'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { QueryError } from '@podmoga/web/query-error'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import pane from '../pane.module.css'
import { publishedSearchQuery, publishedTreeQuery } from './reading.api.ts'
import styles from './reading.module.css'
import { READING } from './reading.texts.ts'

interface ReadingTreeProps {
  restaurants: readonly { id: string; name: string }[]
  restaurant: string
  materialId: string | null
  hrefOf: (materialId: string) => string
  onRestaurant: (id: string) => void
}

/** The published materials by section, or the results of the staff's search. */
export function ReadingTree({ restaurants, restaurant, materialId, hrefOf, onRestaurant }: ReadingTreeProps) {
  const { call } = useScope()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const tree = useQuery(publishedTreeQuery(call, restaurant))
  const hits = useQuery({
    ...publishedSearchQuery(call, restaurant, search),
    enabled: search !== '',
    placeholderData: (before) => before,
  })
  const { data, error } = tree
  const item = ({ id, title, audience }: { id: string; title: string; audience: string | null }) => (
    <li key={id}>
      <Link href={hrefOf(id)} className={styles.item} aria-current={id === materialId ? 'page' : undefined}>
        {title}
        {audience !== null && <span className={styles.audience}>{audience}</span>}
      </Link>
    </li>
  )
  const found = hits.data ?? []
  return (
    <section className={pane.pane} aria-label={READING.tree}>
      <div className={pane.tools}>
        {restaurants.length > 1 && (
          <Select
            label={READING.restaurant}
            options={restaurants.map(({ id, name }) => ({ key: id, name }))}
            value={restaurant}
            onChange={({ target }) => onRestaurant(target.value)}
          />
        )}
        <SearchField label={READING.search} maxLength={SEARCH_MAX} value={typed} onChange={setTyped} />
      </div>
      <Loading
        className={pane.body}
        isLoading={search === '' ? data === undefined && error === null : hits.isPending}
        skeleton={<Skeleton shape="box" width="100%" height={240} />}
      >
        {() => {
          const asked = search === '' ? tree : hits
          if (asked.error !== null && (asked === hits || data === undefined))
            return <QueryError of={asked} compact text={READING.failed} />
          if (search !== '')
            return found.length === 0 ? (
              <EmptyState compact text={READING.nothing_found} />
            ) : (
              <>
                {found[0]?.sure === false && <p className="t-small t-muted">{READING.unsure}</p>}
                <ul>{found.map(item)}</ul>
              </>
            )
          const sections = data?.sections ?? []
          if (sections.length === 0) return <EmptyState compact text={READING.empty} />
          return sections.map((section) => (
            <details
              key={section.id}
              className={styles.section}
              open={section.subcategories.some(({ materials }) =>
                materials.some(({ id }) => id === materialId),
              )}
            >
              <summary>{section.name}</summary>
              {section.subcategories.map((subcategory) => (
                <div key={subcategory.id} className={styles.group}>
                  <h2 className="t-small t-muted">{subcategory.name}</h2>
                  <ul>{subcategory.materials.map(item)}</ul>
                </div>
              ))}
            </details>
          ))
        }}
      </Loading>
    </section>
  )
}
