import { SEARCH_MAX } from '@podmoga/contract/fields/limits'
import * as calls from '@podmoga/contract/knowledge'
import { ofPage } from '@podmoga/web/page-screen'
import { queryOptions } from '@tanstack/react-query'
import type { Scope } from '../lib/scope.tsx'

const root = (restaurantId: string) => ['knowledge', restaurantId] as const

const LIST_FRESH_MS = 60_000
const SEARCH_FRESH_MS = 5 * 60_000
// Signed URLs of pictures and files are valid for five minutes or more.
const LINKS_FRESH_MS = 4 * 60_000

/** «Часто задаваемые вопросы», in the editor's order. */
export const faqQuery = ({ restaurantId, call }: Scope) =>
  queryOptions({
    queryKey: [...root(restaurantId), 'faq'],
    placeholderData: ofPage([...root(restaurantId), 'faq']),
    queryFn: ({ signal }) => call(calls.listMaterials, {}, { signal }),
    staleTime: LIST_FRESH_MS,
  })

export const sectionsQuery = ({ restaurantId, call }: Scope) =>
  queryOptions({
    queryKey: [...root(restaurantId), 'sections'],
    placeholderData: ofPage([...root(restaurantId), 'sections']),
    queryFn: ({ signal }) => call(calls.listSections, {}, { signal }),
    staleTime: LIST_FRESH_MS,
  })

export const sectionQuery = ({ restaurantId, call }: Scope, sectionId: string) =>
  queryOptions({
    queryKey: [...root(restaurantId), 'section', sectionId],
    placeholderData: ofPage([...root(restaurantId), 'section', sectionId]),
    queryFn: ({ signal }) => call(calls.getSection, { params: { sectionId } }, { signal }),
    staleTime: LIST_FRESH_MS,
  })

export const subcategoriesQuery = ({ restaurantId, call }: Scope, sectionId: string) =>
  queryOptions({
    queryKey: [...root(restaurantId), 'subcategories', sectionId],
    placeholderData: ofPage([...root(restaurantId), 'subcategories', sectionId]),
    queryFn: ({ signal }) => call(calls.listSubcategories, { params: { sectionId } }, { signal }),
    staleTime: LIST_FRESH_MS,
  })

export const materialsQuery = ({ restaurantId, call }: Scope, subcategoryId: string) =>
  queryOptions({
    queryKey: [...root(restaurantId), 'materials', subcategoryId],
    placeholderData: ofPage([...root(restaurantId), 'materials', subcategoryId]),
    queryFn: ({ signal }) => call(calls.listSubcategoryMaterials, { params: { subcategoryId } }, { signal }),
    staleTime: LIST_FRESH_MS,
  })

/** An article; refetched while it is shown, before its signed URLs expire. */
export const materialQuery = ({ restaurantId, call }: Scope, materialId: string) =>
  queryOptions({
    queryKey: [...root(restaurantId), 'material', materialId],
    placeholderData: ofPage([...root(restaurantId), 'material', materialId]),
    queryFn: ({ signal }) => call(calls.getMaterial, { params: { materialId } }, { signal }),
    staleTime: LIST_FRESH_MS,
    refetchInterval: LINKS_FRESH_MS,
  })

/** Search results, best first; cached for five minutes. An empty query is not sent. */
/** The part of a text that is searched for: the server rejects a longer query. */
const soughtOf = (text: string): string => [...text].slice(0, SEARCH_MAX).join('')

/** Whether the text is longer than the part searched for. */
export const isCut = (text: string): boolean => soughtOf(text) !== text

export const searchQuery = ({ restaurantId, call }: Scope, text: string) => {
  const search = soughtOf(text)
  return queryOptions({
    queryKey: [...root(restaurantId), 'search', search],
    queryFn: ({ signal }) => call(calls.listMaterials, { query: { search } }, { signal }),
    enabled: search !== '',
    staleTime: SEARCH_FRESH_MS,
    gcTime: SEARCH_FRESH_MS,
  })
}

/** Search by a ticket's text, which no user typed as a query (`unasked`: it is not counted as a search). */
export const fittingQuery = ({ restaurantId, call }: Scope, text: string) =>
  queryOptions({
    queryKey: [...root(restaurantId), 'fitting', text],
    queryFn: ({ signal }) => call(calls.listMaterials, { query: { search: text, unasked: '1' } }, { signal }),
    enabled: text !== '',
    staleTime: SEARCH_FRESH_MS,
    gcTime: SEARCH_FRESH_MS,
    retry: false,
  })

/** Feedback on a material, and what was missing: for the editors. */
/** Whether all results are uncertain: then they are shown as similar, not as the answer. */
export const isUnsure = (found: readonly calls.MaterialItem[]): boolean =>
  found.length > 0 && found.every(({ sure }) => sure === false)
