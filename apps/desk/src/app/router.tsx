import type { ComponentType } from 'react'
import { createBrowserRouter } from 'react-router'
import { Door } from './door.tsx'
import { ErrorPage } from './error-page.tsx'
import { NotFoundPage } from './not-found.page.tsx'
import { Root } from './root.tsx'

/** A page of a domain below the desk's bar. */
const inFrame = async (page: Promise<ComponentType>) => {
  const [{ framed }, Page] = await Promise.all([import('./frame.tsx'), page])
  return { Component: framed(Page) }
}

const workspace = async () => ({ Component: (await import('./workspace.page.tsx')).WorkspacePage })
const base = () => inFrame(import('../knowledge/knowledge.page.tsx').then((module) => module.KnowledgePage))
const material = async () => ({ Component: (await import('../knowledge/material.page.tsx')).MaterialPage })
const gaps = async () => ({ Component: (await import('../knowledge/gaps.page.tsx')).GapsPage })
const synonyms = async () => ({ Component: (await import('../knowledge/synonyms.page.tsx')).SynonymsPage })
const reading = () => inFrame(import('../knowledge/reading.page.tsx').then((module) => module.ReadingPage))
const welcome = async () => ({ Component: (await import('../knowledge/welcome.tsx')).Welcome })
const admin = () => inFrame(import('../business/admin.page.tsx').then((module) => module.AdminPage))
const start = async () => ({ Component: (await import('../business/start.page.tsx')).StartPage })
const people = async () => ({ Component: (await import('../business/people.page.tsx')).PeoplePage })
const restaurants = async () => ({
  Component: (await import('../business/restaurants.page.tsx')).RestaurantsPage,
})
const peopleImport = async () => ({ Component: (await import('../business/import.page.tsx')).ImportPage })
const handbook = async () => ({ Component: (await import('../business/handbook.page.tsx')).HandbookPage })
const settings = async () => ({ Component: (await import('../business/settings.page.tsx')).SettingsPage })
const journal = async () => ({ Component: (await import('../business/journal.page.tsx')).JournalPage })

export const router = createBrowserRouter(
  [
    {
      element: <Root />,
      errorElement: <ErrorPage />,
      children: [
        {
          element: <Door />,
          hydrateFallbackElement: <div />,
          children: [
            // One room for both, so that the queue keeps its place while tickets come and go.
            { lazy: workspace, children: [{ index: true }, { path: 'tickets/:ticketId' }] },
            // One screen for both, so that the shelves keep their place while materials come and go.
            {
              path: 'kb/read',
              lazy: reading,
              children: [{ index: true }, { path: ':materialId' }],
            },
            {
              path: 'kb',
              lazy: base,
              children: [
                { index: true, lazy: welcome },
                { path: 'gaps', lazy: gaps },
                { path: 'synonyms', lazy: synonyms },
                { path: ':materialId', lazy: material },
              ],
            },
            {
              path: 'admin',
              lazy: admin,
              children: [
                { index: true, lazy: start },
                { path: 'people', lazy: people },
                { path: 'people/import', lazy: peopleImport },
                { path: 'restaurants', lazy: restaurants },
                { path: 'handbook', lazy: handbook },
                { path: 'settings', lazy: settings },
                { path: 'journal', lazy: journal },
              ],
            },
          ],
        },
        { path: '*', element: <NotFoundPage /> },
      ],
    },
  ],
  { basename: '/desk/' },
)
