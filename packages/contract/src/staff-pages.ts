/** Every path of the staff app. All other code takes paths from here: scripts/check-one-table.ts checks that. */

/** A pattern for a restaurant's id, ours or another backend's. */
export const RESTAURANT_ID = '[A-Za-z0-9][A-Za-z0-9-]{0,63}'
/** The same with at least one digit, which every id has; words that scanners try (metrics, admin) have none. */
export const RESTAURANT = '(?=[A-Za-z-]*\\d)[A-Za-z0-9][A-Za-z0-9-]{0,63}'

/** The pattern of each page, in matching order. */
export const STAFF_PAGES = {
  landing: '/',
  home: '/:restaurantId',
  tickets: '/:restaurantId/tickets',
  newTicket: '/:restaurantId/tickets/add',
  ticket: '/:restaurantId/tickets/:ticketId',
  section: '/:restaurantId/section/:sectionId/',
  material: '/:restaurantId/section/:sectionId/material/:materialId',
  shift: '/:restaurantId/shift',
  device: '/:restaurantId/device/:code',
  profile: '/:restaurantId/profile',
  data: '/:restaurantId/profile/data',
  notices: '/:restaurantId/profile/notices',
  security: '/:restaurantId/profile/security',
  sessions: '/:restaurantId/profile/sessions',
} as const

type Pages = typeof STAFF_PAGES
type StaffPage = keyof Pages

// Properties of pages are separate lists of names: a bundle contains only the lists that it uses.

/** The pages that are prerendered before the app loads. The landing page turns into another of them without the server. */
export const PRERENDERED = [
  'landing',
  'home',
  'tickets',
  'newTicket',
  'ticket',
  'section',
  'material',
  'profile',
] as const satisfies StaffPage[]
export type PrerenderedPage = (typeof PRERENDERED)[number]

/** The steps of the profile's modals, each a path below the profile's. */
export const PROFILE_STEPS = [
  'image',
  'name',
  'address',
  'email',
  'email/edit',
  'email/confirm',
  'email/success',
  'password',
  'password/edit',
  'password/success',
  'phone',
  'phone/edit',
  'phone/confirm',
  'phone/success',
] as const
export type ProfileStep = (typeof PROFILE_STEPS)[number]

type Below<Path extends string> = Path extends `/:restaurantId/${infer Rest}` ? Rest : ''

/** The values of `/?open=…`: the part of a page's path below the restaurant. */
export const SHORTCUTS = ['', 'tickets', 'tickets/add'] as const satisfies Below<Pages[StaffPage]>[]
type Shortcut = (typeof SHORTCUTS)[number]

export const isShortcut = (open: string): boolean => SHORTCUTS.includes(open as Shortcut)

/** The path of the page that `open` names; null: the home page. */
export const shortcutPath = (restaurant: string, open: string | null): string =>
  `/${restaurant}${open ? `/${open}` : ''}`

/** The shortcuts that the phone shows for the installed app, in order, with their names. */
export const SHORTCUT_NAMES = { 'tickets/add': 'Новый тикет', tickets: 'Тикеты' } as const satisfies {
  [Open in Shortcut]?: string
}

/** The path that receives content shared with the installed app, and the page that opens it. */
export const SHARE_PATH = '/share'
export const SHARED_PAGE = '/?open=tickets/add&shared' satisfies `/?open=${Shortcut}&shared`

/** One id for each parameter of a pattern, in order. */
type Ids<Path extends string> = Path extends `${string}:${string}/${infer Rest}`
  ? [id: string, ...Ids<Rest>]
  : Path extends `${string}:${string}`
    ? [id: string]
    : []

const makePaths = () =>
  Object.fromEntries(
    Object.entries(STAFF_PAGES).map(([name, path]) => [
      name,
      (...ids: string[]) => path.replace(/:\w+/g, () => encodeURIComponent(ids.shift() ?? '')),
    ]),
  ) as { [Page in StaffPage]: (...ids: Ids<Pages[Page]>) => string }

/** The path of each page, built from the ids that its pattern names. */
export const paths = /* @__PURE__ */ makePaths()

/** The ids in a path of the page, in the order of its pattern; null if the path is another page's. A query or hash is ignored. */
export const idsIn = (page: StaffPage, address: string): string[] | null => {
  const path = STAFF_PAGES[page].replace(/\/$/, '').replace(/:\w+/g, '([^/?#]+)')
  return new RegExp(`^${path}/?(?:[?#].*)?$`).exec(address)?.slice(1) ?? null
}

/** The page for browsers that are older than the oldest supported one. */
export const OLD_BROWSER = '/old-browser/'
