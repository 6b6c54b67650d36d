import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { useIsPhone } from '@podmoga/ui/lib/use-media'
import { isRefusal } from '@podmoga/web/explain'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Navigate, Outlet, useOutletContext } from 'react-router'
import { PageHeading } from '../lib/page-heading.tsx'
import { usePlace } from '../lib/place.tsx'
import { ArticleSkeleton } from './article-skeleton.tsx'
import { materialHref } from './hrefs.ts'
import { materialsQuery } from './knowledge.api.ts'
import { KNOWLEDGE } from './knowledge.texts.ts'
import { Loaded } from './loaded.tsx'
import { NotHere } from './not-here.tsx'
import styles from './section.module.css'
import { SectionPanel } from './section-panel.tsx'
import { SectionSheet } from './section-sheet.tsx'
import { type SectionView, useSection } from './use-section.ts'

/** A section: its subcategories beside the material that is read; on phones they wait in a sheet. */
export function SectionPage() {
  const view = useSection()
  const isPhone = useIsPhone()
  if (isRefusal(view.section.error, 'not_found') && view.section.data === undefined)
    return <NotHere text={KNOWLEDGE.section_not_found} />
  return (
    <div className={styles.page}>
      {isPhone ? <SectionSheet view={view} /> : <SectionPanel view={view} className={styles.panel} />}
      <div className={styles.reading}>
        <Suspense fallback={<ArticleSkeleton />}>
          <Outlet context={view} />
        </Suspense>
      </div>
    </div>
  )
}

/** A section's name, while no material of it is shown. */
const nameOf = (view: SectionView): string => view.section.data?.name ?? KNOWLEDGE.section

function Nothing({ view }: { view: SectionView }) {
  return (
    <>
      <PageHeading title={nameOf(view)} className="visually-hidden">
        {nameOf(view)}
      </PageHeading>
      <EmptyState text={KNOWLEDGE.no_data} />
    </>
  )
}

function OpenFirst({ view, subcategoryId }: { view: SectionView; subcategoryId: string }) {
  const place = usePlace()
  const { restaurantId } = place
  const section = view.sectionId
  return (
    <Loaded
      query={useQuery(materialsQuery(place, subcategoryId))}
      skeleton={<ArticleSkeleton />}
      heading={nameOf(view)}
    >
      {([first]) =>
        first === undefined ? (
          <Nothing view={view} />
        ) : (
          // Replaces, so that Back leaves the section.
          <Navigate
            replace
            to={materialHref(restaurantId, { id: first.id, section, subcategory: subcategoryId })}
          />
        )
      }
    </Loaded>
  )
}

/** No material is chosen: the first of the open subcategory opens by itself. */
export function FirstMaterial() {
  const view = useOutletContext<SectionView>()
  return (
    <Loaded query={view.subcategories} skeleton={<ArticleSkeleton />} heading={nameOf(view)}>
      {() =>
        view.chosen === null ? <Nothing view={view} /> : <OpenFirst view={view} subcategoryId={view.chosen} />
      }
    </Loaded>
  )
}
