import { getHome } from '@podmoga/contract/home'
import { listMaterials, listSections } from '@podmoga/contract/knowledge'
import type { Deps } from '../deps.ts'
import type { On } from '../http/serve.ts'
import type { DrawHome } from '../http/staff-home.ts'
import { listFaqRows, listSectionRows } from './knowledge.sql.ts'

/** The help home in one answer; `drawing` gives null when it cannot be drawn here. */
export const homeRoute = (on: On, { sql, config }: Deps, drawing: Promise<DrawHome | null>): void =>
  on(getHome, async ({ who }) => {
    const [faqRows, sectionRows] = await Promise.all([listFaqRows(sql, who), listSectionRows(sql, who)])
    const faq = listMaterials.answer.parse(faqRows)
    const sections = listSections.answer.parse(sectionRows)
    const draw = await drawing
    const { restaurant_id } = who
    const html = draw?.({ restaurant_id, faq, sections, support_email: config.SUPPORT_EMAIL }) ?? null
    return { faq, sections, html }
  })
