import { whenPointed } from '@podmoga/web/pointed'
import { useQueryClient } from '@tanstack/react-query'
import { preloadPage } from '../lib/preload-page.ts'
import { useScope } from '../lib/scope.tsx'
import { materialQuery } from './knowledge.api.ts'

/** Handlers for a link to a material: prefetch its text and the page's code before the click. */
export function usePrefetch() {
  const scope = useScope()
  const queryClient = useQueryClient()
  return (href: string, materialId: string) =>
    whenPointed(() => {
      preloadPage(href)
      void queryClient.prefetchQuery(materialQuery(scope, materialId))
    })
}
