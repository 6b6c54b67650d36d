import { type PrerenderedPage, STAFF_PAGES } from '@podmoga/contract/staff-pages'
import type { FetchInfiniteQueryOptions, FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import { matchPath, type RouteObject } from 'react-router'
import { NewTicketLayout } from './app/new-ticket.layout.tsx'
import { ArticlePage } from './knowledge/article/article.page.tsx'
import { HelpHomePage } from './knowledge/home/help-home.page.tsx'
import {
  faqQuery,
  materialQuery,
  materialsQuery,
  sectionQuery,
  sectionsQuery,
  subcategoriesQuery,
} from './knowledge/knowledge.api.ts'
import { SectionPage } from './knowledge/section/section.page.tsx'
import { paths } from './lib/paths.ts'
import type { Scope } from './lib/scope.tsx'
import { profileQuery } from './profile/own-profile.api.ts'
import { sessionsQuery } from './profile/profile.api.ts'
import { ProfilePage } from './profile/profile.page.tsx'
import { PrerenderedTicketPage } from './tickets/conversation/prerender-ticket.tsx'
import { viewOf } from './tickets/list/list-view.ts'
import { TicketListPage } from './tickets/list/ticket-list.page.tsx'
import { choicesQuery, messagesQuery, ticketListQuery, ticketQuery } from './tickets/tickets.api.ts'

/** Input for rendering a screen. */
export interface Scene {
  scope: Scope
  queryClient: QueryClient
  params: Record<string, string | undefined>
  search: URLSearchParams
  supportEmail: string
}

export interface PrerenderedScreen {
  route: (scene: Scene) => RouteObject
  /** Fetches the answers that the screen needs. May return another path of the app, which is rendered instead. */
  load: (scene: Scene) => Promise<unknown>
}

const ask = ({ queryClient }: Scene, ...queries: object[]): Promise<unknown> =>
  Promise.all(queries.map((query) => queryClient.fetchQuery(query as FetchQueryOptions)))

/** An article, with the list that contains it. */
const askMaterial = async (scene: Scene, sectionId: string, materialId: string): Promise<void> => {
  const { scope, queryClient, search } = scene
  const [material, subcategories] = await Promise.all([
    queryClient.fetchQuery(materialQuery(scope, materialId)),
    queryClient.fetchQuery(subcategoriesQuery(scope, sectionId)),
    ask(scene, sectionQuery(scope, sectionId)),
  ])
  const named = subcategories.find(({ id }) => id === search.get('subcategory'))?.id
  const lists = new Set([named ?? material.subcategory.id, material.subcategory.id])
  await ask(scene, ...Array.from(lists, (id) => materialsQuery(scope, id)))
}

/** The first material of the section's open subcategory, as section.page.tsx chooses it. */
const firstMaterial = async ({ scope, queryClient, search }: Scene, sectionId: string) => {
  const subcategories = await queryClient.fetchQuery(subcategoriesQuery(scope, sectionId))
  const open = subcategories.find(({ id }) => id === search.get('subcategory')) ?? subcategories[0]
  if (open === undefined) return null
  const [material] = await queryClient.fetchQuery(materialsQuery(scope, open.id))
  return material === undefined ? null : { id: material.id, subcategory: open.id }
}

const sectionRoute = (): RouteObject => ({
  path: STAFF_PAGES.section,
  element: <SectionPage />,
  children: [{ path: STAFF_PAGES.material, element: <ArticlePage /> }],
})

/** The screens that can be prerendered. The landing page redirects to one of them. */
const SCREENS: Record<Exclude<PrerenderedPage, 'landing'>, PrerenderedScreen> = {
  home: {
    load: (scene) => ask(scene, faqQuery(scene.scope), sectionsQuery(scene.scope)),
    // Cards that need a script to open are omitted.
    route: ({ supportEmail }) => ({
      path: STAFF_PAGES.home,
      element: <HelpHomePage supportEmail={supportEmail} topics={[]} />,
    }),
  },
  tickets: {
    load: (scene) => ask(scene, ticketListQuery(scene.scope, viewOf(scene.search))),
    route: () => ({ path: STAFF_PAGES.tickets, element: <TicketListPage /> }),
  },
  newTicket: {
    load: (scene) => ask(scene, choicesQuery(scene.scope, 'appeal')),
    route: () => ({ path: STAFF_PAGES.newTicket, element: <NewTicketLayout /> }),
  },
  ticket: {
    load: ({ scope, queryClient, params: { ticketId = '' } }) =>
      Promise.all([
        queryClient.fetchQuery(ticketQuery(scope, ticketId)),
        queryClient.fetchInfiniteQuery(messagesQuery(scope, ticketId) as FetchInfiniteQueryOptions),
      ]),
    route: () => ({ path: STAFF_PAGES.ticket, element: <PrerenderedTicketPage /> }),
  },
  material: {
    load: (scene) => askMaterial(scene, scene.params.sectionId ?? '', scene.params.materialId ?? ''),
    route: sectionRoute,
  },
  section: {
    load: async (scene) => {
      const { scope, params } = scene
      const sectionId = params.sectionId ?? ''
      const first = await firstMaterial(scene, sectionId)
      if (first === null) return null
      await askMaterial(scene, sectionId, first.id)
      return `${paths.material(scope.restaurantId, sectionId, first.id)}?subcategory=${first.subcategory}`
    },
    route: sectionRoute,
  },
  profile: {
    load: (scene) => ask(scene, profileQuery(scene.scope), sessionsQuery(scene.scope)),
    route: () => ({ path: STAFF_PAGES.profile, element: <ProfilePage /> }),
  },
}

/** The prerendered screen of a path, with the path's parameters; null if there is none. */
export const screenAt = (pathname: string) => {
  for (const page of Object.keys(SCREENS) as (keyof typeof SCREENS)[]) {
    const match = matchPath(STAFF_PAGES[page], pathname)
    if (match !== null) return { screen: SCREENS[page], params: match.params }
  }
  return null
}
