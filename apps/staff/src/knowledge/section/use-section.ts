import { STAFF_PAGES } from '@podmoga/contract/staff-pages'
import { useSearchParams } from '@podmoga/web/router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMatch, useParams } from 'react-router'
import { useScope } from '../../lib/scope.tsx'
import { sectionQuery, subcategoriesQuery } from '../knowledge.api.ts'

/** The section of the address, its subcategories and which of them is open: the one the address names, else the first. */
export function useSection() {
  const scope = useScope()
  const { sectionId = '' } = useParams()
  const materialId = useMatch(STAFF_PAGES.material)?.params.materialId
  const [search, setSearch] = useSearchParams()
  const [closed, setClosed] = useState<string | null>(null)
  const section = useQuery(sectionQuery(scope, sectionId))
  const subcategories = useQuery(subcategoriesQuery(scope, sectionId))
  const has = (id: string | null) => subcategories.data?.some((one) => one.id === id) === true
  const named = search.get('subcategory')
  // Links inside an article name none: the panel stays as it is.
  const [last, setLast] = useState<string | null>(null)
  const standing = has(last) ? last : (subcategories.data?.[0]?.id ?? null)
  const chosen = has(named) ? named : standing
  if (chosen !== null && chosen !== last) setLast(chosen)

  const open = (id: string | null) => {
    setClosed(id === null ? chosen : null)
    if (id !== null) setSearch({ subcategory: id }, { replace: true, state: { keeps_scroll: true } })
  }
  return {
    sectionId,
    materialId,
    section,
    subcategories,
    /** Whose materials are listed; null when the person has closed them all. */
    opened: chosen === closed ? null : chosen,
    /** The one that stands open or was just closed. */
    chosen,
    open,
  }
}

export type SectionView = ReturnType<typeof useSection>
