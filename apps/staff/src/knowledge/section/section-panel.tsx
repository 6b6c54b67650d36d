import { Accordion } from '@podmoga/ui/disclosure/accordion'
import { cx } from '@podmoga/ui/lib/cx'
import { indexesOf } from '@podmoga/ui/lib/keyed'
import { Link } from '@podmoga/ui/lib/navigation'
import { BackLink } from '@podmoga/ui/link/back-link'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.tsx'
import { Loaded } from '../home/loaded.tsx'
import { materialHref } from '../hrefs.ts'
import { materialsQuery } from '../knowledge.api.ts'
import { KNOWLEDGE } from '../knowledge.texts.ts'
import { usePrefetch } from '../use-prefetch.ts'
import styles from './section.module.css'
import type { SectionView } from './use-section.ts'

const bars = (count: number) => (
  <div className={styles.bars}>
    {indexesOf(count).map((nth) => (
      <Skeleton key={nth} width={nth % 2 === 0 ? '80%' : '60%'} />
    ))}
  </div>
)

interface ListProps {
  view: SectionView
  /** Called when a material is chosen. */
  onChoose?: (() => void) | undefined
}

function Materials({ view, onChoose, subcategory }: ListProps & { subcategory: string }) {
  const scope = useScope()
  const prefetch = usePrefetch()
  return (
    <Loaded query={useQuery(materialsQuery(scope, subcategory))} skeleton={bars(3)}>
      {(materials) =>
        materials.length === 0 ? (
          <p className={styles.none}>{KNOWLEDGE.no_data}</p>
        ) : (
          <ul>
            {materials.map(({ id, title }) => {
              const href = materialHref(scope.restaurantId, { id, section: view.sectionId, subcategory })
              return (
                <li key={id}>
                  <Link
                    className={cx(styles.material, id === view.materialId && styles.current)}
                    href={href}
                    aria-current={id === view.materialId ? 'page' : undefined}
                    {...(onChoose && { onClick: onChoose })}
                    {...prefetch(href, id)}
                  >
                    {title}
                  </Link>
                </li>
              )
            })}
          </ul>
        )
      }
    </Loaded>
  )
}

/** The subcategories; at most one of them shows its materials. */
export function Subcategories({ view, onChoose }: ListProps) {
  return (
    <Loaded query={view.subcategories} skeleton={bars(5)}>
      {(subcategories) =>
        subcategories.length === 0 ? (
          <p className={styles.none}>{KNOWLEDGE.no_data}</p>
        ) : (
          <Accordion
            className={styles.accordion ?? ''}
            items={subcategories.map(({ id, name }) => ({ key: id, title: name }))}
            open={view.opened}
            onOpen={view.open}
            renderPanel={(id) => <Materials view={view} onChoose={onChoose} subcategory={id} />}
          />
        )
      }
    </Loaded>
  )
}

/** The link home, the section's name, its subcategories. */
export function SectionPanel({ view, className }: { view: SectionView; className: string | undefined }) {
  const { restaurantId } = useScope()
  return (
    <div className={className}>
      <BackLink href={paths.home(restaurantId)}>{KNOWLEDGE.to_home}</BackLink>
      {!view.section.isError && (
        <h2 className={styles.name}>{view.section.data?.name ?? <Skeleton width="60%" />}</h2>
      )}
      <Subcategories view={view} />
    </div>
  )
}
