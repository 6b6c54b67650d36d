import type { Feature } from '../lib/feature.ts'

const keptTexts = () => import('./material/kept-texts.ts')

export const knowledge: Feature = {
  pages: ({ page, framed }) => [
    // One route element for both, so that the tree keeps its scroll position while materials are opened and closed.
    {
      path: 'kb/read',
      element: framed(() => import('./reading/reading.page.tsx').then((module) => module.ReadingPage)),
      children: [{ index: true }, { path: ':materialId' }],
    },
    {
      path: 'kb',
      element: framed(() => import('./knowledge.page.tsx').then((module) => module.KnowledgePage)),
      children: [
        {
          index: true,
          element: page(() => import('./material/welcome.tsx').then((module) => module.Welcome)),
        },
        {
          path: 'gaps',
          element: page(() => import('./gaps/gaps.page.tsx').then((module) => module.GapsPage)),
        },
        {
          path: 'due',
          element: page(() => import('./care/due.page.tsx').then((module) => module.DuePage)),
        },
        {
          path: 'synonyms',
          element: page(() => import('./synonyms/synonyms.page.tsx').then((module) => module.SynonymsPage)),
        },
        {
          path: 'exchange',
          element: page(() => import('./exchange/exchange.page.tsx').then((module) => module.ExchangePage)),
        },
        {
          path: ':materialId',
          element: page(() => import('./material/material.page.tsx').then((module) => module.MaterialPage)),
        },
      ],
    },
  ],
  menu: () => import('./knowledge-pages.ts').then((module) => module.menu),
  // If an editor is open, this module is already loaded, so it closes at once.
  close: (person) =>
    void keptTexts().then(
      ({ closeTexts }) => closeTexts(person),
      () => null,
    ),
  mayLeave: (person) => keptTexts().then((texts) => texts.mayLeave(person)),
  forget: (person) => keptTexts().then(({ forgetTexts }) => forgetTexts(person)),
}
