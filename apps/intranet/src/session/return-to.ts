import { isUrl } from '@podmoga/contract/fields/is-url'
import type { DeskRole, Restaurant } from '@podmoga/contract/session'

export interface Memberships {
  restaurants: readonly Restaurant[]
  desk_roles: readonly DeskRole[]
}

/** Start page of the desk for these roles: only agents have a queue. */
export const deskOf = (roles: readonly DeskRole[]): string =>
  roles.includes('agent') ? '/desk/' : roles.includes('editor') ? '/desk/kb' : '/desk/admin'

const isControl = (letter: string): boolean => letter <= ' ' || letter === '\u007f'

/**
 * The path of `?return_to=`, or null if it could lead off this origin. Browsers read "\" as "/" and drop tabs and line ends, and
 * dot segments may leave "//" behind, so the text is checked both as given and as parsed.
 */
export const safePath = (wanted: string | null, origin: string): string | null => {
  if (wanted === null || !wanted.startsWith('/') || /^\/[/\\]/.test(wanted)) return null
  if ([...wanted].some(isControl) || wanted.includes('\\')) return null
  if (!isUrl(wanted, origin)) return null
  const url = new URL(wanted, origin)
  if (url.origin !== origin || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}

/** Whether this user may open a path. */
export const mayEnter = (path: string, { restaurants, desk_roles }: Memberships): boolean => {
  const first = path.split(/[/?#]/)[1] ?? ''
  if (first === 'desk') return desk_roles.length > 0
  if (first === '') return restaurants.length > 0
  return restaurants.some(({ id }) => id === first)
}

/** The only path this user may enter, or null if there is a choice or none. */
export const onlyWayIn = ({ restaurants, desk_roles }: Memberships): string | null => {
  if (desk_roles.length > 0) return restaurants.length === 0 ? deskOf(desk_roles) : null
  const [only] = restaurants
  return only !== undefined && restaurants.length === 1 ? `/${only.id}` : null
}
