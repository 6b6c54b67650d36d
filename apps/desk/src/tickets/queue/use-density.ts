import { stored } from '@podmoga/web/stored'
import { useState } from 'react'

const KEY = 'desk:rows'

/** Row density of the queue: three lines or one. */
export const DENSITIES = ['comfortable', 'dense'] as const
export type Density = (typeof DENSITIES)[number]

/** The chosen density, kept on this device. */
export function useDensity(): [density: Density, choose: (density: Density) => void] {
  const [density, setDensity] = useState<Density>(() =>
    stored.get(KEY) === 'dense' ? 'dense' : 'comfortable',
  )
  const choose = (next: Density) => {
    stored.set(KEY, next === 'comfortable' ? null : next)
    setDensity(next)
  }
  return [density, choose]
}
