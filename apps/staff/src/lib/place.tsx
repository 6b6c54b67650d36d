import type { Call } from '@podmoga/contract/client'
import { createContext, use } from 'react'

/** Where the person is: every query key, every call and every draft starts from it. */
export interface Place {
  restaurantId: string
  /** The token's subject: whose drafts these are. */
  person: string
  /** The contract's client, bound to the session and to this restaurant. */
  call: Call
}

const PlaceContext = createContext<Place | null>(null)

export const PlaceProvider = PlaceContext

/** The restaurant the person is in. Only below the restaurant's route. */
export const usePlace = (): Place => {
  const place = use(PlaceContext)
  if (place === null) throw new Error('usePlace stands outside a restaurant')
  return place
}
