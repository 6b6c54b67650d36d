import { UiRoot } from '@podmoga/ui/root/root'
import { type ReactNode, Suspense } from 'react'

// All links of this app lead to other apps.
const navigation = { navigate: (path: string) => location.assign(path), hrefOf: (path: string) => path }

/** Wraps every page of this site. */
export function App({ children }: { children: ReactNode }) {
  return (
    <UiRoot navigation={navigation}>
      <Suspense>{children}</Suspense>
    </UiRoot>
  )
}
