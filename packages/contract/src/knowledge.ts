import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, PathId, wellFormed } from './fields/fields.ts'
import { SEARCH_MAX } from './fields/limits.ts'
import { storedText } from './fields/written.ts'

const Named = z.object({ id: Id, name: z.string() })
export type Named = z.infer<typeof Named>

export const Section = z.object({ id: Id, name: z.string(), subcategories: z.array(Named).default([]) })
export type Section = z.infer<typeof Section>

/** A row of the FAQ or of the search results; `section` and `subcategory` are ids, for the links. */
export const MaterialItem = z.object({
  id: Id,
  title: z.string(),
  section: Id,
  subcategory: Id,
  section_name: z.string().optional(),
  subcategory_name: z.string().optional(),
  /** Escaped text with <mark> around the hits. */
  snippet: z.string().optional(),
  /** In search results: false on every item if the search is not sure of any; absent means true. */
  sure: z.boolean().optional(),
})
export type MaterialItem = z.infer<typeof MaterialItem>

// Another backend may send just the id; the page then shows no name.
const Place = z
  .union([z.object({ id: Id, name: z.string() }), Id])
  .transform((place) => (typeof place === 'string' ? { id: place, name: '' } : place))
  .pipe(z.object({ id: z.string(), name: z.string() }))

export const Material = z.object({
  id: Id.optional(),
  title: z.string(),
  section: Place,
  subcategory: Place,
  cover: z.string().nullable().optional(),
  /** Pixels; the page reserves the space for the cover while it loads. */
  cover_width: z.number().int().optional(),
  cover_height: z.number().int().optional(),
  content: z.string(),
  files: z
    .array(z.object({ file_name: z.string(), file_url: z.string(), size: z.number().int().optional() }))
    .default([]),
  updated_at: z.string().optional(),
})
export type Material = z.infer<typeof Material>

// A search is never rejected because of its text: characters that cannot be searched for are dropped, a long text is cut.
export const Search = z
  .string()
  .default('')
  .transform((text) => {
    const stored = storedText(wellFormed(text).replaceAll('\u0000', ' '))
    return [...stored].slice(0, SEARCH_MAX).join('').trim()
  })

export const listSections = endpoint({
  name: 'listSections',
  summary: 'Разделы базы знаний с подразделами',
  method: 'GET',
  path: 'help_desk/sections/',
  auth: 'staff',
  answer: z.array(Section),
  compressed: true,
  refusals: [],
})

export const getSection = endpoint({
  name: 'getSection',
  summary: 'Один раздел',
  method: 'GET',
  path: 'help_desk/sections/:sectionId/',
  auth: 'staff',
  params: z.object({ sectionId: PathId }),
  answer: Section,
  compressed: true,
  refusals: ['not_found'],
})

export const listSubcategories = endpoint({
  name: 'listSubcategories',
  summary: 'Подразделы раздела, в порядке редактора',
  method: 'GET',
  path: 'help_desk/select/section/:sectionId/subcategories/',
  auth: 'staff',
  params: z.object({ sectionId: PathId }),
  answer: z.array(Named),
  refusals: ['not_found'],
})

export const listSubcategoryMaterials = endpoint({
  name: 'listSubcategoryMaterials',
  summary: 'Материалы подраздела, в порядке редактора',
  method: 'GET',
  path: 'help_desk/select/subcategory/:subcategoryId/materials/',
  auth: 'staff',
  params: z.object({ subcategoryId: PathId }),
  answer: z.array(z.object({ id: Id, title: z.string() })),
  compressed: true,
  refusals: ['not_found'],
})

export const listMaterials = endpoint({
  name: 'listMaterials',
  summary: 'Без search — частые вопросы; с ним — до 20 материалов, лучшие первыми',
  method: 'GET',
  path: 'help_desk/materials/',
  auth: 'staff',
  query: z.object({
    search: Search,
    /** `1`: the text was not typed by a person, so it is not counted as an unanswered question. */
    unasked: z.literal('1').optional(),
  }),
  answer: z.array(MaterialItem),
  compressed: true,
  refusals: [],
})

export const getMaterial = endpoint({
  name: 'getMaterial',
  summary: 'Материал базы знаний',
  method: 'GET',
  path: 'help_desk/materials/:materialId/',
  auth: 'staff',
  params: z.object({ materialId: PathId }),
  answer: Material,
  compressed: true,
  refusals: ['not_found'],
})
