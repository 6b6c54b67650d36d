import { STAFF_PAGES } from '@podmoga/contract/staff-pages'
import { useSearchParams } from '@podmoga/web/router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useMatch, useParams } from 'react-router'
import { useScope } from '../../lib/scope.tsx'
import { sectionQuery, subcategoriesQuery } from '../knowledge.api.ts'

/** The section of the URL, its subcategories and the open one: the one named in the URL, else the first. */
export function useSection() {
  const scope = useScope()
  const { sectionId = '' } = useParams()
  const materialId = useMatch(STAFF_PAGES.material)?.params.materialId
  const [search, setSearch] = useSearchParams()
  const { key } = useLocation()
  const [closed, setClosed] = useState<{ id: string | null; at: string } | null>(null)
  const section = useQuery(sectionQuery(scope, sectionId))
  const subcategories = useQuery(subcategoriesQuery(scope, sectionId))
  const has = (id: string | null) => subcategories.data?.some((one) => one.id === id) === true
  const named = search.get('subcategory')
  // Links inside an article name no subcategory: the panel stays as it is.
  const isSilent = materialId !== undefined && !has(named)
  const [last, setLast] = useState<string | null>(null)
  const standing = isSilent && has(last) ? last : (subcategories.data?.[0]?.id ?? null)
  const chosen = has(named) ? named : standing
  if (chosen !== null && chosen !== last) setLast(chosen)

  const open = (id: string | null) => {
    setClosed(id === null ? { id: chosen, at: key } : null)
    if (id !== null) setSearch({ subcategory: id }, { replace: true, state: { keeps_scroll: true } })
  }
  const isClosed = closed !== null && closed.id === chosen && (closed.at === key || isSilent)
  return {
    sectionId,
    materialId,
    section,
    subcategories,
    /** The subcategory whose materials are listed; null if the user has closed it. */
    opened: isClosed ? null : chosen,
    /** The subcategory that is open or was just closed. */
    chosen,
    open,
  }
}

export type SectionView = ReturnType<typeof useSection>
