import { RESERVED_PATHS } from '@podmoga/contract/reserved-paths'

// Every address of the app. This file imports no room, so any room may use it.
const id = encodeURIComponent

export const paths = {
  home: (restaurant: string) => `/${id(restaurant)}`,
  tickets: (restaurant: string) => `/${id(restaurant)}/tickets`,
  newTicket: (restaurant: string) => `/${id(restaurant)}/tickets/add`,
  ticket: (restaurant: string, ticket: string) => `/${id(restaurant)}/tickets/${id(ticket)}`,
  section: (restaurant: string, section: string) => `/${id(restaurant)}/section/${id(section)}/`,
  material: (restaurant: string, section: string, material: string) =>
    `/${id(restaurant)}/section/${id(section)}/material/${id(material)}`,
  shift: (restaurant: string) => `/${id(restaurant)}/shift`,
  profile: (restaurant: string) => `/${id(restaurant)}/profile`,
  notices: (restaurant: string) => `/${id(restaurant)}/profile/notices`,
}

export const isRestaurantId = (text: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/.test(text) && !RESERVED_PATHS.has(text)

/** Whether this app answers at a path or a full address; others, of this origin too, are left to the browser. */
export const isOurPath = (path: string): boolean => {
  const url = new URL(path, location.origin)
  return url.origin === location.origin && !RESERVED_PATHS.has(url.pathname.split('/')[1] ?? '')
}
