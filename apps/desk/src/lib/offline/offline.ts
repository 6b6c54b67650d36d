import { lazyPart } from '@podmoga/ui/lib/lazy-part'

/** The page of a desk that has neither a network nor what was to be shown. */
export const Offline = lazyPart(() => import('./offline-page.tsx').then((module) => module.OfflinePage), {
  inPlace: true,
})
