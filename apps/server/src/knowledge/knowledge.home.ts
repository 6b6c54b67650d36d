import { getHome } from '@podmoga/contract/home'
import type { Deps } from '../deps.ts'
import type { On } from '../http/serve.ts'
import type { DrawHome } from '../http/staff-home.ts'
import { listFaqRows, listSectionRows } from './knowledge.sql.ts'

/** The help home in one answer; `loadDraw` gives null when it cannot be drawn here. */
export const homeRoute = (on: On, { sql, config }: Deps, loadDraw: () => Promise<DrawHome | null>): void =>
  on(getHome, async ({ who }) => {
    const { restaurant_id } = who
    const [faq, sections, draw] = await Promise.all([
      listFaqRows(sql, who),
      listSectionRows(sql, who),
      loadDraw(),
    ])
    const html = draw?.({ restaurant_id, faq, sections, support_email: config.SUPPORT_EMAIL }) ?? null
    return { faq, sections, html }
  })
