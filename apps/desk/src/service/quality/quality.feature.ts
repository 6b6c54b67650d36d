import type { Feature } from '../../lib/feature.ts'

/** «Качество»: closed tickets looked at again, and the words of ratings. */
export const quality: Feature = {
  pages: ({ framed }) => [
    {
      path: 'service/quality',
      element: framed(() => import('./quality.page.tsx').then((module) => module.QualityPage)),
    },
    {
      path: 'service/quality/:reviewId',
      element: framed(() => import('./review.page.tsx').then((module) => module.ReviewPage)),
    },
  ],
}
