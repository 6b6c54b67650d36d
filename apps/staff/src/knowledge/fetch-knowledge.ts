import { isSparing } from '@podmoga/web/fetch-ahead'
import type { QueryClient } from '@tanstack/react-query'
import { keepPictures, picturesOf } from '../lib/offline/pocket-pictures.ts'
import type { Scope } from '../lib/scope.tsx'
import { faqQuery, materialQuery, materialsQuery, sectionsQuery } from './knowledge.api.ts'

/** Subcategories whose titles are asked for, one after another; no business has come near. */
const SUBCATEGORIES_MOST = 150

/**
 * What of the knowledge base is to be there without a network though nobody has opened it: the frequent questions whole,
 * then all titles, then the pictures of the questions. The steps, to be taken one after another.
 */
export const knowledgeSteps = (scope: Scope, queryClient: QueryClient): (() => Promise<unknown>)[] => {
  const goesOn = () => !isSparing() && !document.hidden
  const faq = () => queryClient.fetchQuery(faqQuery(scope))
  const each = async <T>(list: readonly T[], take: (one: T) => Promise<unknown>) => {
    for (const one of list) if (goesOn()) await take(one)
  }
  return [
    async () => each(await faq(), ({ id }) => queryClient.prefetchQuery(materialQuery(scope, id))),
    async () => {
      const sections = await queryClient.fetchQuery(sectionsQuery(scope))
      const all = sections.flatMap(({ subcategories }) => subcategories).slice(0, SUBCATEGORIES_MOST)
      await each(all, ({ id }) => queryClient.prefetchQuery(materialsQuery(scope, id)))
    },
    async () => {
      const articles = (await faq()).flatMap(
        ({ id }) => queryClient.getQueryData(materialQuery(scope, id).queryKey) ?? [],
      )
      await keepPictures(picturesOf(articles), goesOn)
    },
  ]
}
