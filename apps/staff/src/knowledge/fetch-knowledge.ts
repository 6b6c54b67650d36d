import type { Material, Section } from '@podmoga/contract/knowledge'
import { isSparing } from '@podmoga/web/fetch-ahead'
import type { QueryClient } from '@tanstack/react-query'
import { forgetKept, forgetPictures } from '../lib/offline/forget-kept.ts'
import { keepPictures, picturesOf } from '../lib/offline/offline-pictures.ts'
import type { Scope } from '../lib/scope.tsx'
import { faqQuery, materialQuery, materialsQuery, sectionsQuery } from './knowledge.api.ts'

/** Maximum of subcategories whose titles are fetched, one after another; far above any business so far. */
const SUBCATEGORIES_MOST = 150

/** Deletes kept knowledge base data that this user may no longer see (withdrawn, or restricted to others). */
const forgetOthers = async (
  scope: Scope,
  queryClient: QueryClient,
  sections: readonly Section[],
  materials: readonly { id: string }[],
): Promise<void> => {
  const idsOf = (list: readonly { id: string }[]) => new Set(list.map(({ id }) => id))
  const there: Record<string, Set<string>> = {
    material: idsOf(materials),
    materials: idsOf(sections.flatMap(({ subcategories }) => subcategories)),
    section: idsOf(sections),
    subcategories: idsOf(sections),
  }
  const namesOthers = (data: unknown): boolean => {
    const list = Array.isArray(data) ? data : (data as Section).subcategories
    return list.some(({ id }) => there.materials?.has(id) !== true)
  }
  const gone = await forgetKept(scope, queryClient, ([domain, restaurant, kind, id], data) => {
    const known =
      domain === 'knowledge' && restaurant === scope.restaurantId ? there[String(kind)] : undefined
    if (known === undefined) return false
    if (!known.has(String(id))) return true
    return (kind === 'section' || kind === 'subcategories') && namesOthers(data)
  })
  const articles = gone.filter((data): data is Material => (data as Material).content !== undefined)
  await forgetPictures(picturesOf(articles))
}

/**
 * Steps that prefetch the knowledge base for offline use: the frequent questions in full, then all titles, then the pictures of
 * those questions. Run them one after another.
 */
export const knowledgeSteps = (scope: Scope, queryClient: QueryClient): (() => Promise<unknown>)[] => {
  const mayContinue = () => !isSparing() && !document.hidden
  const faq = () => queryClient.fetchQuery(faqQuery(scope))
  const each = async <T>(list: readonly T[], take: (one: T) => Promise<unknown>) => {
    for (const one of list) if (mayContinue()) await take(one)
  }
  return [
    async () => each(await faq(), ({ id }) => queryClient.prefetchQuery(materialQuery(scope, id))),
    async () => {
      const sections = await queryClient.fetchQuery(sectionsQuery(scope))
      const all = sections.flatMap(({ subcategories }) => subcategories)
      const lists: { id: string }[][] = []
      await each(all.slice(0, SUBCATEGORIES_MOST), async ({ id }) => {
        const list = await queryClient.fetchQuery(materialsQuery(scope, id)).catch(() => null)
        if (list !== null) lists.push(list)
      })
      // Only if all lists were fetched is a material that is in none of them known to be gone.
      if (lists.length === all.length)
        await forgetOthers(scope, queryClient, sections, [...lists.flat(), ...(await faq())])
    },
    async () => {
      const articles = (await faq()).flatMap(
        ({ id }) => queryClient.getQueryData(materialQuery(scope, id).queryKey) ?? [],
      )
      await keepPictures(picturesOf(articles), mayContinue)
    },
  ]
}
