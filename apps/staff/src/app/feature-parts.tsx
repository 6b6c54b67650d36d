import { whenFetched } from '@podmoga/web/start/when-fetched'
import { type ComponentType, useEffect, useState } from 'react'
import { FEATURES } from './features.ts'

/** Parts that features contribute to a slot of a page; their code is loaded after the page. */
export function FeatureParts({ at }: { at: 'news' | 'trouble' | 'ticket' }) {
  const [parts, setParts] = useState<readonly ComponentType[]>([])
  useEffect(
    () => whenFetched(() => Promise.all(FEATURES.flatMap((one) => one[at]?.() ?? [])), setParts),
    [at],
  )
  return parts.map((Part, nth) => <Part key={String(nth)} />)
}
