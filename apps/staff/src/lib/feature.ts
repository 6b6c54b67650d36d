import type { LiveEvent } from '@podmoga/contract/events'
import type { OutboxItem } from '@podmoga/web/outbox/item'
import type { Kind } from '@podmoga/web/outbox/kind'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import type { KeptQueries } from './offline/kept-queries.ts'
import type { Scope } from './scope.tsx'

/** What the app injects into a feature's pages: parts of other features, and actions of the app. */
export interface Slots {
  /** Above the home. */
  news: ReactNode
  /** The page of a new ticket. */
  newTicket: ReactNode
  /** Under the messages of a ticket. */
  ticket: ReactNode
  /** The knowledge base's answer to a ticket's text. */
  loadAnswer: Feature['answer']
  onSignOut: () => void
}

/** How the events of the restaurant's stream change the cache. */
export interface LivePart {
  onOpen?: (isResumed: boolean) => void
  onEvent: (event: LiveEvent) => void
  stop?: () => void
}

/** An action of the outbox (lib/offline/pending-actions.ts): how it is sent once there is a network. */
export interface Action extends Pick<Kind<Scope>, 'refused'> {
  // `data` has the shape that this action was queued with.
  send: (scope: Scope, data: never, item: Pick<OutboxItem, 'files' | 'key'>) => Promise<unknown>
}

/** A feature's offline support; its code is loaded when the page is idle. */
export interface OfflinePart {
  /** Loaders of its pages' code, for prefetching, the likeliest first. */
  pages?: readonly (() => Promise<unknown>)[]
  /** Queries to prefetch though the user has not opened them on this device. */
  answers?: (scope: Scope, queryClient: QueryClient) => readonly (() => Promise<unknown>)[]
  /** Loads the function that deletes a signed-out user's data; it returns whether the data is gone. */
  forget?: () => Promise<(person: string) => Promise<boolean>>
}

/**
 * What a domain or one of its capabilities contributes; app/features.ts lists them. Features are part of the first load, so they
 * contain only routes of lazy pages, event handlers and `import()`.
 */
export interface Feature {
  /** Paths come from the contract's STAFF_PAGES. */
  pages: (slots: Slots) => RouteObject[]
  /** A row of the phone's menu. */
  menu?: () => Promise<ComponentType<{ className: string | undefined }>>
  /** Content above the home. */
  news?: () => Promise<ComponentType>
  /** Content above the search results and the new-ticket form. */
  trouble?: () => Promise<ComponentType>
  /** Content under the messages of the open ticket, loaded after the page. */
  ticket?: () => Promise<ComponentType>
  /** The answer to a ticket's text. */
  answer?: (() => Promise<ComponentType<{ text: string }>>) | undefined
  live?: (scope: Scope, queryClient: QueryClient) => LivePart
  kept?: KeptQueries
  /** Sent as soon as the network is back: no other code is fetched for them then. */
  actions?: Readonly<Record<string, Action>>
  /** First part of the query keys that an answered action makes stale. */
  root?: string
  /** Loads background work, started once the page is rendered. If it returns a function, that stops it. */
  start?: () => Promise<(scope: Scope, queryClient: QueryClient) => unknown>
  offline?: () => Promise<OfflinePart>
}
