import { type ComponentType, useEffect, useState } from 'react'
import { whenFetched } from '../lib/offline/when-fetched.ts'
import { loadHandoverBanner } from '../tickets/load-pages.ts'

/** What waits for whoever comes, over the home: its code comes after the page. */
export function HomeNews() {
  const [Banner, setBanner] = useState<ComponentType | null>(null)
  useEffect(() => whenFetched(loadHandoverBanner, (code) => setBanner(() => code.HandoverBanner)), [])
  return Banner && <Banner />
}
