import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { useIsPhone } from '@podmoga/ui/lib/use-media'
import { Loading } from '@podmoga/ui/loading/loading'
import { useCalmLoading } from '@podmoga/ui/loading/use-calm-loading'
import { isRefusal } from '@podmoga/web/explain'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { Outlet, useNavigate, useOutletContext } from 'react-router'
import { PageHeading } from '../../lib/page-heading.tsx'
import { useScope } from '../../lib/scope.tsx'
import { ArticleSkeleton } from '../article/article-skeleton.tsx'
import { Loaded } from '../home/loaded.tsx'
import { materialHref } from '../hrefs.ts'
import { materialQuery, materialsQuery } from '../knowledge.api.ts'
import { KNOWLEDGE } from '../knowledge.texts.ts'
import { NotHere } from '../not-here.tsx'
import styles from './section.module.css'
import { SectionPanel } from './section-panel.tsx'
import { SectionSheet } from './section-sheet.tsx'
import { type SectionView, useSection } from './use-section.ts'

/** A section: its subcategories beside the open material; on phones they are in a sheet. */
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

/** A section's name, for pages without a material. */
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

/**
 * No material is chosen: redirects to the first one of the open subcategory, once its page can be rendered at once. Until then
 * one skeleton is shown for all requests on the way.
 */
export function FirstMaterial() {
  const view = useOutletContext<SectionView>()
  const scope = useScope()
  const navigate = useNavigate()
  const { sectionId: section, subcategories, chosen } = view
  const materials = useQuery({ ...materialsQuery(scope, chosen ?? ''), enabled: chosen !== null })
  const first = materials.data?.[0]
  const { isPending, isPaused } = useQuery({
    ...materialQuery(scope, first?.id ?? ''),
    enabled: first !== undefined,
  })
  const isKnown = first !== undefined && chosen !== null && (!isPending || isPaused)
  const leadsTo = isKnown
    ? materialHref(scope.restaurantId, { id: first.id, section, subcategory: chosen })
    : null
  // A skeleton that has appeared stays for its minimum time.
  const isCalm = useCalmLoading(leadsTo === null) === 'done'
  useEffect(() => {
    // Replaces the entry, so that Back leaves the section.
    if (leadsTo !== null && isCalm) void navigate(leadsTo, { replace: true })
  }, [leadsTo, isCalm, navigate])

  const missing = [subcategories, materials].find(
    (query) => query.data === undefined && (query.isError || query.isPaused),
  )
  if (missing !== undefined)
    return (
      <Loaded<unknown> query={missing} skeleton={null} heading={nameOf(view)}>
        {() => null}
      </Loaded>
    )
  const isEmpty = subcategories.data !== undefined && (chosen === null || materials.data?.length === 0)
  return (
    <Loading isLoading={!isEmpty} skeleton={<ArticleSkeleton />}>
      <Nothing view={view} />
    </Loading>
  )
}
