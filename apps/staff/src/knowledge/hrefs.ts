import { paths } from '../lib/paths.ts'

const withSubcategory = (path: string, subcategory: string): string =>
  `${path}?subcategory=${encodeURIComponent(subcategory)}`

interface Placed {
  id: string
  section: string
  subcategory: string
}

/** Link to a material; `subcategory` is the one the section's panel opens. */
export const materialHref = (restaurantId: string, { id, section, subcategory }: Placed): string =>
  withSubcategory(paths.material(restaurantId, section, id), subcategory)

export const subcategoryHref = (restaurantId: string, section: string, subcategory: string): string =>
  withSubcategory(paths.section(restaurantId, section), subcategory)
