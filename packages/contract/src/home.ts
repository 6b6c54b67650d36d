import type { MaterialItem, Section } from './knowledge.ts'

/** Id of the script element by which the help home's page carries its lists, as JSON. */
export const HOME_ELEMENT = 'home'

/** What the server already knows when it sends the help home: the answers to the home's first two calls. */
export interface HomeLists {
  restaurant_id: string
  faq: MaterialItem[]
  sections: Section[]
}
