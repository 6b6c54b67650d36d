import type { Feature } from '../lib/feature.ts'

/** The domain's other page, the workspace, is composed in app/workspace.page.tsx. */
export const tickets: Feature = {
  pages: ({ framed }) => [
    {
      path: 'restaurants/:restaurantId',
      element: framed(() =>
        import('./restaurant/restaurant.page.tsx').then((module) => module.RestaurantPage),
      ),
    },
  ],
  live: () =>
    import('./desk-live.ts').then(
      ({ makeDeskLive }) =>
        ({ me }, queryClient) =>
          makeDeskLive(queryClient, me),
    ),
  // If a reply is being written, this module is already loaded, so it closes at once.
  close: (person) =>
    void import('./composer/drafts.ts').then(
      ({ drafts }) => drafts.close(person),
      () => null,
    ),
  mayLeave: (person) => import('../lib/outbox.ts').then((module) => module.mayLeave(person)),
  forget: (person, isLeaving) =>
    import('./forget-person.ts').then((module) => module.forgetPerson(person, isLeaving)),
}
