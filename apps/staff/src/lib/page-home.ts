import type { Home } from '@podmoga/contract/home'

declare global {
  interface Window {
    /** What draw-home.ts has asked for and drawn before the app came. */
    podmoga_home?: Home & { restaurant_id: string }
  }
}

/** The home's lists that the page has drawn already, when they are of this restaurant: shown until the calls answer. */
export const homeOfPage = (restaurantId: string): Home | undefined => {
  const home = window.podmoga_home
  return home?.restaurant_id === restaurantId ? home : undefined
}
