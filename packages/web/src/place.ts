import { createContext, use } from 'react'

/**
 * Who is here and where: every query, every call and every draft starts from it. `usePlace` throws above its provider;
 * `outside` says where that is.
 */
export const makePlace = <P>(outside: string) => {
  const PlaceContext = createContext<P | null>(null)
  const usePlace = (): P => {
    const place = use(PlaceContext)
    if (place === null) throw new Error(`usePlace stands outside ${outside}`)
    return place
  }
  return { PlaceProvider: PlaceContext, usePlace }
}
