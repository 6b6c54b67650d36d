import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MaterialItem, Section } from '@podmoga/contract/knowledge'
import type { FastifyBaseLogger } from 'fastify'

/** Draws the help home of a restaurant as HTML. */
export type DrawHome = (home: {
  restaurant_id: string
  faq: MaterialItem[]
  sections: Section[]
  support_email: string
}) => string

const BUILT = join(import.meta.dirname, '../../../staff/dist/server/home.server.js')

/** The staff app's own drawing of its home, out of its build; null where that is not built. */
export const loadDrawHome = async (log: FastifyBaseLogger): Promise<DrawHome | null> => {
  try {
    return ((await import(pathToFileURL(BUILT).href)) as { drawHome: DrawHome }).drawHome
  } catch (error) {
    log.warn({ error: String(error) }, 'the help home is not drawn ahead: the staff app is not built')
    return null
  }
}
