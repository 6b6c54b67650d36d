import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMatch, useParams, useSearchParams } from 'react-router'
import { usePlace } from '../app/place.tsx'
import { materialQuery, sectionQuery, subcategoriesQuery } from './knowledge.api.ts'

/**
 * The section of the address, its subcategories and which of them is open: the one the address names, else the one of
 * the material that is read, else the first.
 */
export function useSection() {
  const place = usePlace()
  const { sectionId = '' } = useParams()
  const materialId = useMatch('/:restaurantId/section/:sectionId/material/:materialId')?.params.materialId
  const [search, setSearch] = useSearchParams()
  const [closed, setClosed] = useState<string | null>(null)
  const section = useQuery(sectionQuery(place, sectionId))
  const subcategories = useQuery(subcategoriesQuery(place, sectionId))
  const material = useQuery({
    ...materialQuery(place, materialId ?? ''),
    enabled: materialId !== undefined,
    // The article itself keeps it fresh.
    refetchInterval: false,
    notifyOnChangeProps: ['data', 'isPending'],
  })

  const has = (id: string | null | undefined) => subcategories.data?.some((one) => one.id === id) === true
  const named = search.get('subcategory')
  const own = material.data?.subcategory.id
  const first = subcategories.data?.[0]?.id ?? null
  const isWaiting = materialId !== undefined && material.isPending
  // The panel stays as it is until a material that the address does not place tells where it stands.
  const [last, setLast] = useState<string | null>(null)
  const waiting = has(last) ? last : null
  const chosen = has(named) ? named : has(own) ? (own ?? null) : isWaiting ? waiting : first
  if (chosen !== null && chosen !== last) setLast(chosen)

  const open = (id: string | null) => {
    setClosed(id === null ? chosen : null)
    if (id !== null) setSearch({ subcategory: id }, { replace: true, preventScrollReset: true })
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
