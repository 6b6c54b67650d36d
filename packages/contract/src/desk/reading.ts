import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { PathId } from '../fields/fields.ts'
import { Material, MaterialItem, Search } from '../knowledge.ts'
import { Named } from './knowledge-shapes.ts'

/** The audience of a material as a text; null: everyone. */
const ForWhom = { audience: z.string().nullable().default(null) }

/** The restaurant whose knowledge base is read and whose id the links contain: one that the agent serves. */
const ForRestaurant = z.object({ restaurant: PathId })

export const PublishedTree = z.object({
  sections: z.array(
    Named.extend({
      subcategories: z.array(
        Named.extend({ materials: z.array(z.object({ id: z.string(), title: z.string(), ...ForWhom })) }),
      ),
    }),
  ),
})
export type PublishedTree = z.infer<typeof PublishedTree>

export const getPublishedTree = endpoint({
  name: 'getPublishedTree',
  summary: 'База знаний ресторана, какой её видят сотрудники: для агента',
  method: 'GET',
  path: 'desk/reading/tree/',
  auth: 'agent',
  query: ForRestaurant,
  answer: PublishedTree,
  compressed: true,
  refusals: ['not_found'],
})

export const searchPublished = endpoint({
  name: 'searchPublished',
  summary: 'Тот же поиск, что у сотрудников ресторана: для агента',
  method: 'GET',
  path: 'desk/reading/materials/',
  auth: 'agent',
  query: ForRestaurant.extend({ search: Search }),
  answer: z.array(MaterialItem.extend(ForWhom)),
  compressed: true,
  refusals: ['not_found'],
})

export const getPublished = endpoint({
  name: 'getPublished',
  summary: 'Опубликованный материал, каким его видят сотрудники ресторана: для агента',
  method: 'GET',
  path: 'desk/reading/materials/:materialId/',
  auth: 'agent',
  params: z.object({ materialId: PathId }),
  query: ForRestaurant,
  answer: Material.extend(ForWhom),
  compressed: true,
  refusals: ['not_found'],
})
