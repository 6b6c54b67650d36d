import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { MaterialItem, Section } from './knowledge.ts'

/** The help home's lists, and the home drawn from them. */
export const Home = z.object({
  faq: z.array(MaterialItem),
  sections: z.array(Section),
  /** What the staff app's home looks like with these lists, as HTML; null where the server has no staff app. */
  html: z.string().nullable(),
})
export type Home = z.infer<typeof Home>

/** What the home is drawn from. */
export interface HomeToDraw extends Omit<Home, 'html'> {
  restaurant_id: string
  /** Empty: no card for it. */
  support_email: string
}

/** Asked by the page itself, before the app has come; without it the app draws the home from its own calls. */
export const getHome = endpoint({
  name: 'getHome',
  summary: 'Главная помощи: частые вопросы, разделы и готовый HTML',
  method: 'GET',
  path: 'help_desk/home/',
  auth: 'staff',
  answer: Home,
  refusals: [],
})
