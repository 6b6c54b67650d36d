import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { MaterialPath } from '../materials.ts'

/** The maximum number of links of a text that are checked. */
export const LINKS_MAX = 30

/** `gone`: no such page; `failed`: no answer; `unchecked`: the server may not request it, or the page requires sign-in. */
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
    /** Each URL once, in the order of the text. */
    links: z.array(OutsideLink),
    /** The number of further links, which are not checked. */
    more: z.number().int(),
  }),
  refusals: ['not_found'],
})
