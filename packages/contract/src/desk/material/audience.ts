import { z } from 'zod'
import { ListedName } from '../../business.ts'
import { endpoint } from '../../endpoint.ts'
import { Id, PathId } from '../../fields/fields.ts'
import { Named, OfBusiness } from '../knowledge-shapes.ts'
import { MaterialPath } from '../materials.ts'

/** The roles that an audience may be limited to. */
export const AUDIENCE_ROLES = ['staff', 'manager'] as const

/**
 * The audience of a material. No roles: every role. No restaurants and no groups: every restaurant; otherwise the listed
 * restaurants and all members of the groups, including those that join later.
 */
export const MaterialAudience = z.object({
  roles: z.array(z.enum(AUDIENCE_ROLES)),
  restaurants: z.array(Named),
  groups: z.array(z.string()),
  /** The audience as a text; null: everyone. */
  text: z.string().nullable(),
  /** Sent back with a change, which is refused if someone else changed the audience meanwhile. */
  revision: z.string(),
})
export type MaterialAudience = z.infer<typeof MaterialAudience>

export const getAudience = endpoint({
  name: 'getAudience',
  summary: 'Кому виден материал',
  method: 'GET',
  path: 'desk/knowledge/materials/:materialId/audience/',
  auth: 'editor',
  params: MaterialPath,
  answer: MaterialAudience,
  compressed: true,
  refusals: ['not_found'],
})

export const setAudience = endpoint({
  name: 'setAudience',
  summary:
    'Кому виден материал: роли, рестораны и группы ресторанов; пусто — всем. Действует сразу, без публикации',
  method: 'POST',
  path: 'desk/knowledge/materials/:materialId/audience/',
  auth: 'editor',
  params: MaterialPath,
  body: z.object({
    roles: z.array(z.enum(AUDIENCE_ROLES)).max(2),
    restaurants: z.array(PathId).max(2000),
    groups: z.array(ListedName).max(200),
    revision: PathId,
  }),
  answer: MaterialAudience,
  compressed: true,
  refusals: ['not_found', 'stale_draft'],
})

export const listAudienceChoices = endpoint({
  name: 'listAudienceChoices',
  summary: 'Рестораны бизнеса и их группы: из чего выбирают, кому виден материал',
  method: 'GET',
  path: 'desk/knowledge/audience_choices/',
  auth: 'editor',
  query: OfBusiness,
  answer: z.object({
    restaurants: z.array(z.object({ id: Id, name: z.string(), groups: z.array(z.string()) })),
  }),
  compressed: true,
  refusals: ['not_found'],
})
