import type { Feature } from '../lib/feature.ts'

export const business: Feature = {
  pages: ({ page, framed }) => [
    {
      path: 'admin',
      element: framed(() => import('./admin.page.tsx').then((module) => module.AdminPage)),
      children: [
        { index: true, element: page(() => import('./start.page.tsx').then((module) => module.StartPage)) },
        {
          path: 'people',
          element: page(() => import('./people/people.page.tsx').then((module) => module.PeoplePage)),
        },
        {
          path: 'people/import',
          element: page(() => import('./import/import.page.tsx').then((module) => module.ImportPage)),
        },
        {
          path: 'restaurants',
          element: page(() =>
            import('./restaurants/restaurants.page.tsx').then((module) => module.RestaurantsPage),
          ),
        },
        {
          path: 'health',
          element: page(() => import('./support/health.page.tsx').then((module) => module.HealthPage)),
        },
        {
          path: 'poster',
          element: page(() => import('./restaurants/poster.page.tsx').then((module) => module.PosterPage)),
        },
        {
          path: 'handbook',
          element: page(() =>
            import('./restaurants/handbook.page.tsx').then((module) => module.HandbookPage),
          ),
        },
        {
          path: 'settings',
          element: page(() => import('./settings/settings.page.tsx').then((module) => module.SettingsPage)),
        },
        {
          path: 'levels',
          element: page(() => import('./support/levels.page.tsx').then((module) => module.LevelsPage)),
        },
        {
          path: 'groups',
          element: page(() => import('./support/groups.page.tsx').then((module) => module.EditGroupsPage)),
        },
        {
          path: 'keys',
          element: page(() => import('./keys/keys.page.tsx').then((module) => module.KeysPage)),
        },
        {
          path: 'sign-in',
          element: page(() =>
            import('./providers/providers.page.tsx').then((module) => module.ProvidersPage),
          ),
        },
        {
          path: 'journal',
          element: page(() => import('./journal/journal.page.tsx').then((module) => module.JournalPage)),
        },
        {
          path: 'state',
          element: page(() => import('./state/state.page.tsx').then((module) => module.StatePage)),
        },
        {
          path: 'businesses',
          element: page(() =>
            import('./operator/businesses.page.tsx').then((module) => module.BusinessesPage),
          ),
        },
      ],
    },
  ],
  menu: () => import('./business-pages.ts').then((module) => module.menu),
}
