import { PRERENDERED, PROFILE_STEPS, RESTAURANT, STAFF_PAGES } from '@podmoga/contract/staff-pages'

const expressionOf = (path: string): string =>
  path.replace(/\/$/, '').replace(/:\w+/g, (name) => (name === ':restaurantId' ? RESTAURANT : '[\\w-]+'))

const oneOf = (paths: readonly string[]): RegExp => new RegExp(`^(?:${paths.map(expressionOf).join('|')})/?$`)

/** The paths of the staff app. Any other path gets the app's "404 Not Found" page with that status. */
export const STAFF_PAGE = oneOf([
  ...Object.values(STAFF_PAGES),
  ...PROFILE_STEPS.map((step) => `${STAFF_PAGES.profile}/${step}`),
])

/** Pages rendered on the server (src/prerender-screen.ts), so that their text does not compete with the code for bandwidth. */
export const PRERENDERED_PAGE = oneOf(PRERENDERED.map((page) => STAFF_PAGES[page]))
