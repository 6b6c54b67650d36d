import { HOME_ELEMENT, type HomeLists } from '@podmoga/contract/home'

const readHome = (): HomeLists | null => {
  try {
    return JSON.parse(document.getElementById(HOME_ELEMENT)?.textContent || 'null') as HomeLists | null
  } catch {
    return null
  }
}

let home: HomeLists | null | undefined

/** The home's lists that came inside the page, when they are of this restaurant: to show until the calls answer. */
export const homeOfPage = (restaurantId: string): HomeLists | undefined => {
  if (home === undefined) home = readHome()
  return home?.restaurant_id === restaurantId ? home : undefined
}
