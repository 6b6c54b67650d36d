import type { DESK_EVENTS } from '@podmoga/contract/desk/events'
import type { EventOf } from '@podmoga/contract/live'
import type { DeskRole } from '@podmoga/contract/session'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import type { Scope } from './scope.tsx'

/** A page listed in the command menu (`Ctrl+K`) and in the navigation of its section. */
export interface MenuPage {
  href: string
  label: string
  /** Roles that may open it; everybody if omitted. */
  roles?: readonly DeskRole[]
  /** Hidden from this role, which has a fuller page instead. */
  unless?: DeskRole
}

export const isOpenTo = ({ roles, unless }: MenuPage, mine: readonly DeskRole[]): boolean =>
  (roles === undefined || roles.some((role) => mine.includes(role))) &&
  (unless === undefined || !mine.includes(unless))

/** The pages of a feature, and the hint shown beside each of them. */
export interface FeatureMenu {
  hint: string
  pages: readonly MenuPage[]
}

/** Make the element of a lazily loaded page; `framed` renders it under the desk's top bar. */
export interface PageMakers {
  page: (load: () => Promise<ComponentType>) => ReactNode
  framed: (load: () => Promise<ComponentType>) => ReactNode
}

/** How the events of the desk's stream change the cache and the screen. */
export interface LivePart {
  onOpen?: (isResumed: boolean) => void
  /** Called when an open stream is lost. */
  onLost?: () => void
  onEvent: (event: EventOf<typeof DESK_EVENTS>) => void
  stop?: () => void
}
/** Whose stream it is: what of the scope stays the same while it is open. */
export interface Reader extends Pick<Scope, 'person' | 'call'> {
  /** The id of the signed-in person. */
  me: string
}
export type MakeLive = (reader: Reader, queryClient: QueryClient) => LivePart

/**
 * What a domain adds to the desk; listed in app/features.ts. Feature modules are part of the first load: they may contain
 * only routes of lazy pages and `import()`.
 */
export interface Feature {
  pages?: (make: PageMakers) => RouteObject[]
  /** Loads the entries of the command menu. */
  menu?: () => Promise<FeatureMenu>
  /** Loads the handling of the desk's events. With it, the stream is open on the feature's pages while they are visible. */
  live?: () => Promise<MakeLive>
  /** Before sign-out: asks for confirmation if this browser holds unsaved work. Resolves to false to stay. */
  mayLeave?: (person: string) => Promise<boolean>
  /** Called at sign-out: the closing page must not write the person's data back to storage. */
  close?: (person: string) => void
  /**
   * Removes the person's data from this browser; returns whether it is gone. With `isLeaving` false this is a retry at a
   * later opening: the same person may be signed in again, so the page must still be able to store data.
   */
  forget?: (person: string, isLeaving: boolean) => boolean | Promise<boolean>
}
