import { whenPointed } from '@podmoga/web/pointed'
import { useQueryClient } from '@tanstack/react-query'
import { preloadPage } from '../lib/preload-page.ts'
import { useScope } from '../lib/scope.tsx'
import { materialQuery } from './knowledge.api.ts'

/** Handlers for a link to a material: its text and the page's code are on their way before the press. */
export function usePrefetch() {
  const scope = useScope()
  const queryClient = useQueryClient()
  return (href: string, materialId: string) =>
    whenPointed(() => {
      preloadPage(href)
      void queryClient.prefetchQuery(materialQuery(scope, materialId))
    })
}
