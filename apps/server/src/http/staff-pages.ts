import { PRERENDERED, PROFILE_STEPS, RESTAURANT, STAFF_PAGES } from '@podmoga/contract/staff-pages'

const expressionOf = (path: string): string =>
  path.replace(/\/$/, '').replace(/:\w+/g, (name) => (name === ':restaurantId' ? RESTAURANT : '[\\w-]+'))

const oneOf = (paths: readonly string[]): RegExp => new RegExp(`^(?:${paths.map(expressionOf).join('|')})/?$`)

/** The staff app's own pages: anything else is its "404 Not Found", with that status. */
export const STAFF_PAGE = oneOf([
  ...Object.values(STAFF_PAGES),
  ...PROFILE_STEPS.map((step) => `${STAFF_PAGES.profile}/${step}`),
])

/** Those that are drawn before the app comes (src/prerender-screen.ts), so that text need not share the line with code. */
export const PRERENDERED_PAGE = oneOf(PRERENDERED.map((page) => STAFF_PAGES[page]))
