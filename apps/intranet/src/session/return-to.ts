import { isUrl } from '@podmoga/contract/fields/is-url'
import type { DeskRole, Restaurant } from '@podmoga/contract/session'

export interface Memberships {
  restaurants: readonly Restaurant[]
  desk_roles: readonly DeskRole[]
}

/** Where somebody of these roles begins at the desk: the queue is its agents'. */
export const deskOf = (roles: readonly DeskRole[]): string =>
  roles.includes('agent') ? '/desk/' : roles.includes('editor') ? '/desk/kb' : '/desk/admin'

const isControl = (letter: string): boolean => letter <= ' ' || letter === '\u007f'

/**
 * The path of `?return_to=`, or null when it could lead off this origin. Browsers read "\" as "/" and drop tabs and
 * line ends, and dot segments may leave "//" behind, so the text is judged as given and again as parsed.
 */
export const safePath = (wanted: string | null, origin: string): string | null => {
  if (wanted === null || !wanted.startsWith('/') || /^\/[/\\]/.test(wanted)) return null
  if ([...wanted].some(isControl) || wanted.includes('\\')) return null
  if (!isUrl(wanted, origin)) return null
  const url = new URL(wanted, origin)
  if (url.origin !== origin || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}

/** Whether a path leads to a place that this person may enter. */
export const mayEnter = (path: string, { restaurants, desk_roles }: Memberships): boolean => {
  const first = path.split(/[/?#]/)[1] ?? ''
  if (first === 'desk') return desk_roles.length > 0
  if (first === '') return restaurants.length > 0
  return restaurants.some(({ id }) => id === first)
}

/** The only place a person may enter, or null when there is a choice or none. */
export const onlyWayIn = ({ restaurants, desk_roles }: Memberships): string | null => {
  if (desk_roles.length > 0) return restaurants.length === 0 ? deskOf(desk_roles) : null
  const [only] = restaurants
  return only !== undefined && restaurants.length === 1 ? `/${only.id}` : null
}
