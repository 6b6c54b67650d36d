import { UiRoot } from '@podmoga/ui/root/root'
import { type ReactNode, Suspense } from 'react'

// Every link of this app leads to another app.
const navigation = { navigate: (path: string) => location.assign(path), hrefOf: (path: string) => path }

/** Around every page of this site. */
export function App({ children }: { children: ReactNode }) {
  return (
    <UiRoot navigation={navigation}>
      <Suspense>{children}</Suspense>
    </UiRoot>
  )
}
