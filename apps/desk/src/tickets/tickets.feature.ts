import type { Feature } from '../lib/feature.ts'

/** Its other page is the workspace, which app/workspace.page.tsx composes. */
export const tickets: Feature = {
  pages: ({ framed }) => [
    {
      path: 'restaurants/:restaurantId',
      element: framed(() =>
        import('./restaurant/restaurant.page.tsx').then((module) => module.RestaurantPage),
      ),
    },
  ],
  // Where a reply is being written its code is here, and this is at once.
  close: (person) =>
    void import('./composer/drafts.ts').then(
      ({ drafts }) => drafts.close(person),
      () => null,
    ),
  mayLeave: (person) => import('../lib/outbox.ts').then((module) => module.mayLeave(person)),
  forget: (person, isLeaving) =>
    import('./forget-person.ts').then((module) => module.forgetPerson(person, isLeaving)),
}
