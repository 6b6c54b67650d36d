import { lazyPart } from '@podmoga/ui/lib/lazy-part'

/** Shown when there is neither a network nor kept data for the requested page. */
export const Offline = lazyPart(() => import('./offline-page.tsx').then((module) => module.OfflinePage), {
  inPlace: true,
})
