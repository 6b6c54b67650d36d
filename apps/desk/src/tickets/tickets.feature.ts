import type { Feature } from '../lib/feature.ts'

/** Its pages are the workspace, which app/workspace.page.tsx composes. */
export const tickets: Feature = {
  // Where a reply is being written its code is here, and this is at once.
  close: (person) =>
    void import('./composer/drafts.ts').then(
      ({ drafts }) => drafts.close(person),
      () => null,
    ),
  forget: (person) => import('./forget-person.ts').then((module) => module.forgetPerson(person)),
}
