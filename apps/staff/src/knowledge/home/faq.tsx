import { Card } from '@podmoga/ui/card/card'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { indexesOf } from '@podmoga/ui/lib/keyed'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { faqQuery } from '../knowledge.api.ts'
import { KNOWLEDGE } from '../knowledge.texts.ts'
import { keepSize, lastSize } from '../list-size.ts'
import styles from './help-home.module.css'
import { Loaded } from './loaded.tsx'
import { MaterialTile, MaterialTileSkeleton } from './material-tile.tsx'

const USUAL = 12

/** «Часто задаваемые вопросы»: a grid of materials; on phones rows in one card. */
export function Faq() {
  const scope = useScope()
  const query = useQuery(faqQuery(scope))
  const size = query.data?.length
  useEffect(() => {
    if (size) keepSize('faq', scope.restaurantId, size)
  }, [size, scope.restaurantId])
  const skeleton = (
    <ul className={styles.tiles}>
      {indexesOf(lastSize('faq', scope.restaurantId, USUAL)).map((nth) => (
        <li key={nth}>
          <MaterialTileSkeleton />
        </li>
      ))}
    </ul>
  )
  return (
    <section aria-labelledby="faq">
      <h2 id="faq">{KNOWLEDGE.faq}</h2>
      <Loaded query={query} skeleton={skeleton}>
        {(materials) =>
          materials.length === 0 ? (
            <Card>
              <EmptyState compact text={KNOWLEDGE.no_data} />
            </Card>
          ) : (
            <ul className={styles.tiles}>
              {materials.map((material) => (
                <li key={material.id}>
                  <MaterialTile material={material} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}
