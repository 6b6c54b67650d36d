import type { Call } from '@podmoga/contract/client'
import type { getDesk } from '@podmoga/contract/desk/tickets'
import type { Answer } from '@podmoga/contract/endpoint'
import { createContext, use } from 'react'

/** Who works here: every query, every call and every draft starts from it. */
export interface Place {
  me: Answer<typeof getDesk>
  /** Whose session it is: the browser keeps unfinished work under it. */
  person: string
  /** The contract's client, bound to the session. */
  call: Call
}

const PlaceContext = createContext<Place | null>(null)

export const PlaceProvider = PlaceContext

/** Only below the desk's door. */
export const usePlace = (): Place => {
  const place = use(PlaceContext)
  if (place === null) throw new Error('usePlace stands outside the desk')
  return place
}
