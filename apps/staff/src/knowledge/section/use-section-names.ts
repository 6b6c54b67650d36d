import type { MaterialItem } from '@podmoga/contract/knowledge'
import { useQuery } from '@tanstack/react-query'
import { useScope } from '../../lib/scope.tsx'
import { sectionsQuery } from '../knowledge.api.ts'

/**
 * Returns a function that gives a material's location: «раздел › подраздел». Names missing in the answer come from the list of
 * sections.
 */
export function useSectionNames(): (material: MaterialItem) => string {
  const sections = useQuery({ ...sectionsQuery(useScope()), notifyOnChangeProps: ['data'] }).data
  return (material) => {
    const section = sections?.find(({ id }) => id === material.section)
    const subcategory = section?.subcategories.find(({ id }) => id === material.subcategory)
    return [material.section_name ?? section?.name, material.subcategory_name ?? subcategory?.name]
      .filter((name) => name !== undefined && name !== '')
      .join(' › ')
  }
}
