import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { MaterialPath } from '../materials.ts'

/** The most links of one text that are looked at. */
export const LINKS_MAX = 30

/** `gone`: there is no such page; `failed`: it did not answer; `unchecked`: it is not ours to ask, or it asks who we are. */
export const OutsideLink = z.object({
  href: z.string(),
  kind: z.enum(['ok', 'gone', 'failed', 'unchecked']),
})
export type OutsideLink = z.infer<typeof OutsideLink>

export const checkLinks = endpoint({
  name: 'checkLinks',
  summary: 'Открываются ли внешние ссылки материала: сервер обходит их сам, внутрь своих сетей не ходит',
  method: 'POST',
  path: 'desk/knowledge/materials/:materialId/check_links/',
  auth: 'editor',
  params: MaterialPath,
  answer: z.object({
    /** Each address once, in the order of the text. */
    links: z.array(OutsideLink),
    /** How many more the text has than are looked at. */
    more: z.number().int(),
  }),
  refusals: ['not_found'],
})
