import { RESERVED_PATHS } from '@podmoga/contract/reserved-paths'
import { RESTAURANT_ID } from '@podmoga/contract/staff-pages'

export { paths } from '@podmoga/contract/staff-pages'

const RESTAURANT = new RegExp(`^${RESTAURANT_ID}$`)

export const isRestaurantId = (text: string): boolean => RESTAURANT.test(text) && !RESERVED_PATHS.has(text)

/** Whether this app serves a path or full URL; other URLs, of this origin too, are left to the browser. */
export const isOurPath = (path: string): boolean => {
  const url = new URL(path, location.origin)
  return url.origin === location.origin && !RESERVED_PATHS.has(url.pathname.split('/')[1] ?? '')
}
