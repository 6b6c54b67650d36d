/** Every address of the staff app. What else knows an address takes it from here: scripts/check-one-table.ts holds it. */

/** The id of a restaurant, ours or another backend's, within a pattern. */
export const RESTAURANT_ID = '[A-Za-z0-9][A-Za-z0-9-]{0,63}'
/** Such an id with a digit in it, as all of them have; the words that strangers try (metrics, admin) have none. */
export const RESTAURANT = '(?=[A-Za-z-]*\\d)[A-Za-z0-9][A-Za-z0-9-]{0,63}'

/** The pattern of each page, in the order in which they are matched. */
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

// What is true of some pages stands in lists of their names: a browser carries only the list that it asks for.

/** The pages that the server draws before the app comes. The landing page becomes another of them, without the server. */
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

/** The steps of the profile's modals, each below the profile's own address. */
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

/** What `/?open=…` may name: the part of a page's path below the restaurant. */
export const SHORTCUTS = ['', 'tickets', 'tickets/add'] as const satisfies Below<Pages[StaffPage]>[]
type Shortcut = (typeof SHORTCUTS)[number]

export const isShortcut = (open: string): boolean => SHORTCUTS.includes(open as Shortcut)

/** The address of the page that it names; null: the first one. */
export const shortcutPath = (restaurant: string, open: string | null): string =>
  `/${restaurant}${open ? `/${open}` : ''}`

/** The shortcuts that the phone shows for the installed app, in their order, as it calls them. */
export const SHORTCUT_NAMES = { 'tickets/add': 'Новый тикет', tickets: 'Тикеты' } as const satisfies {
  [Open in Shortcut]?: string
}

/** Where the phone hands over what is shared with the installed app, and the page that takes it. */
export const SHARE_PATH = '/share'
export const SHARED_PAGE = '/?open=tickets/add&shared' satisfies `/?open=${Shortcut}&shared`

/** One id for each parameter of a pattern, in their order. */
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

/** The address of each page, made of the ids that its pattern names. */
export const paths = /* @__PURE__ */ makePaths()

/** The ids in a page's address, in the order of its pattern; null for another page's. A query or a hash does not count. */
export const idsIn = (page: StaffPage, address: string): string[] | null => {
  const path = STAFF_PAGES[page].replace(/\/$/, '').replace(/:\w+/g, '([^/?#]+)')
  return new RegExp(`^${path}/?(?:[?#].*)?$`).exec(address)?.slice(1) ?? null
}

/** Where a browser is sent that is older than the oldest we build for. */
export const OLD_BROWSER = '/old-browser/'
