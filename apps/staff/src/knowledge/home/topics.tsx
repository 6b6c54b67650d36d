import type { Section } from '@podmoga/contract/knowledge'
import { Card, CardLink } from '@podmoga/ui/card/card'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { cx } from '@podmoga/ui/lib/cx'
import { indexesOf } from '@podmoga/ui/lib/keyed'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { paths } from '../../lib/paths.ts'
import { preloadPage } from '../../lib/preload-page.ts'
import { useScope } from '../../lib/scope.tsx'
import { sectionsQuery } from '../knowledge.api.ts'
import { KNOWLEDGE } from '../knowledge.texts.ts'
import { keepSize, lastSize } from '../list-size.ts'
import styles from './help-home.module.css'
import { Loaded } from './loaded.tsx'

const USUAL = 12

function Topic({ section }: { section: Section }) {
  const { restaurantId } = useScope()
  const href = paths.section(restaurantId, section.id)
  const preload = () => preloadPage(href)
  return (
    <CardLink className={styles.topic} href={href} onPointerEnter={preload} onTouchStart={preload}>
      <span className={styles.topicName}>{section.name}</span>
      <span className="t-small t-muted">{KNOWLEDGE.subcategories(section.subcategories.length)}</span>
    </CardLink>
  )
}

const TopicSkeleton = () => (
  <Card className={cx(styles.topic)}>
    <Skeleton width="60%" />
    <Skeleton width="40%" />
  </Card>
)

/** «Темы»: a grid of sections. */
export function Topics() {
  const scope = useScope()
  const query = useQuery(sectionsQuery(scope))
  const size = query.data?.length
  useEffect(() => {
    if (size) keepSize('topics', scope.restaurantId, size)
  }, [size, scope.restaurantId])
  const skeleton = (
    <ul className={styles.topics}>
      {indexesOf(lastSize('topics', scope.restaurantId, USUAL)).map((nth) => (
        <li key={nth}>
          <TopicSkeleton />
        </li>
      ))}
    </ul>
  )
  return (
    <section aria-labelledby="topics">
      <h2 id="topics">{KNOWLEDGE.topics}</h2>
      <Loaded query={query} skeleton={skeleton}>
        {(sections) =>
          sections.length === 0 ? (
            <Card>
              <EmptyState compact text={KNOWLEDGE.no_data} />
            </Card>
          ) : (
            <ul className={styles.topics}>
              {sections.map((section) => (
                <li key={section.id}>
                  <Topic section={section} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}
