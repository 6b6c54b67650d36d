import type { Feature } from '../../lib/feature.ts'

/** «Качество»: reviews of closed tickets, and rating comments. */
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
