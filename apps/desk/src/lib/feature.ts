import type { DESK_EVENTS } from '@podmoga/contract/desk/events'
import type { EventOf } from '@podmoga/contract/live'
import type { DeskRole } from '@podmoga/contract/session'
import type { ComponentType, ReactNode } from 'react'
import type { RouteObject } from 'react-router'

/** A page that the command menu (`Ctrl+K`) and the list of its section name. */
export interface MenuPage {
  href: string
  label: string
  /** Who may open it; without them everybody. */
  roles?: readonly DeskRole[]
  /** Who has a page of more instead. */
  unless?: DeskRole
}

export const isOpenTo = ({ roles, unless }: MenuPage, mine: readonly DeskRole[]): boolean =>
  (roles === undefined || roles.some((role) => mine.includes(role))) &&
  (unless === undefined || !mine.includes(unless))

/** The pages of a feature, and the word that stands beside each of them. */
export interface FeatureMenu {
  hint: string
  pages: readonly MenuPage[]
}

/** Makes the element of a page whose code is fetched when it is wanted; `framed` stands it under the desk's bar. */
export interface PageMakers {
  page: (load: () => Promise<ComponentType>) => ReactNode
  framed: (load: () => Promise<ComponentType>) => ReactNode
}

/**
 * What a domain brings; app/features.ts lists them. A feature comes with the first page: it holds nothing but routes of lazy
 * pages and `import()`.
 */
export interface Feature {
  pages?: (make: PageMakers) => RouteObject[]
  /** What the command menu names. */
  menu?: () => Promise<FeatureMenu>
  /** What it does with what happens at the desk; `me` is who is signed in. */
  live?: (event: EventOf<typeof DESK_EVENTS>, me: string) => void
  /** Asks whoever presses «Выход» whether they go, where something that they have written is only in this browser. */
  mayLeave?: (person: string) => Promise<boolean>
  /** A person signs out: the page that is closing writes nothing of theirs back. */
  close?: (person: string) => void
  /**
   * Removes what the browser keeps of them; answers whether it is gone. At the next opening (`isLeaving` is false) the page
   * may be theirs again, and goes on keeping.
   */
  forget?: (person: string, isLeaving: boolean) => boolean | Promise<boolean>
}
