import { whenPointed } from '@podmoga/web/pointed'
import { useQueryClient } from '@tanstack/react-query'
import { usePlace } from '../lib/place.tsx'
import { materialQuery } from './knowledge.api.ts'
import { loadSectionPage } from './load-pages.ts'

/** Handlers for a link to a material: its text and the page's code are on their way before the press. */
export function usePrefetch() {
  const place = usePlace()
  const queryClient = useQueryClient()
  return (materialId: string) =>
    whenPointed(() => {
      void loadSectionPage()
      void queryClient.prefetchQuery(materialQuery(place, materialId))
    })
}
