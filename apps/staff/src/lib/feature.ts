import type { LiveEvent } from '@podmoga/contract/events'
import type { OutboxItem } from '@podmoga/web/outbox/item'
import type { Kind } from '@podmoga/web/outbox/kind'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import type { KeptQueries } from './offline/kept-queries.ts'
import type { Scope } from './scope.tsx'

/** What the app puts into pages of a feature: parts of other domains, and what only the app can do. */
export interface Slots {
  /** Over the home. */
  news: ReactNode
  /** The page of a new ticket. */
  newTicket: ReactNode
  /** Under the messages of a ticket. */
  ticket: ReactNode
  /** Of the knowledge base, to what a ticket is about. */
  loadAnswer: Feature['answer']
  onSignOut: () => void
}

/** What the events of the restaurant's stream do to the cache. */
export interface LivePart {
  onOpen?: (isResumed: boolean) => void
  onEvent: (event: LiveEvent) => void
  stop?: () => void
}

/** A small action of the outbox (lib/offline/pending-actions.ts): how it goes once there is a network. */
export interface Action extends Pick<Kind<Scope>, 'refused'> {
  // Each knows what it has kept itself.
  send: (scope: Scope, data: never, item: Pick<OutboxItem, 'files' | 'key'>) => Promise<unknown>
}

/** What a feature does so that it can go on without a network: its code comes when nothing else goes on. */
export interface OfflinePart {
  /** The code of its pages, fetched ahead, the likeliest first. */
  pages?: readonly (() => Promise<unknown>)[]
  /** What is asked for ahead, though nobody has opened it here. */
  answers?: (scope: Scope, queryClient: QueryClient) => readonly (() => Promise<unknown>)[]
  /** How to remove what is kept of a person who signs out; it answers whether it is gone. */
  forget?: () => Promise<(person: string) => Promise<boolean>>
}

/**
 * What a domain, or a capability of one, brings; app/features.ts lists them. A feature comes with the first page: it holds
 * nothing but routes of lazy pages, what its events do, and `import()`.
 */
export interface Feature {
  /** Addresses are the contract's STAFF_PAGES. */
  pages: (slots: Slots) => RouteObject[]
  /** A row of the phone's menu. */
  menu?: () => Promise<ComponentType<{ className: string | undefined }>>
  /** What stands over the home. */
  news?: () => Promise<ComponentType>
  /** What stands over the search's answers and over a new ticket. */
  trouble?: () => Promise<ComponentType>
  /** What stands under the messages of the ticket that the address names, after the page has come. */
  ticket?: () => Promise<ComponentType>
  /** What it has for the words of a ticket. */
  answer?: (() => Promise<ComponentType<{ text: string }>>) | undefined
  live?: (scope: Scope, queryClient: QueryClient) => LivePart
  kept?: KeptQueries
  /** They go with the network that has just come back: no other code is fetched for them then. */
  actions?: Readonly<Record<string, Action>>
  /** The first part of the keys of what an answered action makes old. */
  root?: string
  /** Starts something that nobody waits for, once a page stands. A function that it answers stops it. */
  start?: () => Promise<(scope: Scope, queryClient: QueryClient) => unknown>
  offline?: () => Promise<OfflinePart>
}
