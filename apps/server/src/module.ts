// What a domain, or a capability of one, is to the rest of the server: its door (`<name>.module.ts`). All that it brings is
// registered there, and modules.ts lists the doors.

import type { GroupUser } from '@podmoga/contract/desk/restaurants/groups'
import type { Db, TransactionSql } from '@podmoga/sql/sql'
import type { FastifyInstance } from 'fastify'
import type { Jobs } from './background/background.ts'
import type { Deps } from './deps.ts'
import type { Report } from './finding.ts'
import type { Identify } from './http/principals.ts'
import type { AskAs, On } from './http/serve.ts'
import type { Topic } from './live/topic.ts'
import type { Secrets } from './secrets.ts'

/** What stands where the name of somebody was who is forgotten. */
export const ERASED_NAME = 'Удалённый сотрудник'

/** What every module serves with. */
export interface Given {
  app: FastifyInstance
  on: On
  askAs: AskAs
  identify: Identify
  deps: Deps
}

/**
 * What becomes of a column that tells of a person when they are forgotten: `cleared` rows go, `kept` ones tell what was done
 * and name nobody. `given` rows are in the person's archive.
 */
export type Fate = 'cleared' | 'kept' | 'cleared, given' | 'kept, given'

/** Who is to be forgotten, as they are now. */
export interface Leaver {
  person_id: string
  business_id: string
  email: string | null
  phone: string | null
  /** All ways in which their addresses may be written down. */
  addresses: readonly string[]
  now: Date
}

/** Forgets a person in its own tables, in the caller's transaction; answers the keys of files that are nobody's now. */
export type Forget = (tx: Db, leaver: Leaver) => Promise<readonly string[]>

/** A list in a person's archive that may be long: a file of its own, read part by part, with the files it names. */
export interface ExportList {
  name: string
  list: (
    db: Db,
    asked: { person_id: string; after: string; limit: number },
  ) => Promise<{ id: string; value: object; files: readonly { file_key: string; file_name: string }[] }[]>
}

export interface Exports {
  /** Chapters of one JSON. */
  chapters?: Readonly<Record<string, (db: Db, person_id: string) => Promise<unknown>>>
  lists?: readonly ExportList[]
  /** A file of the person themselves, by its name in the archive. */
  files?: Readonly<Record<string, (db: Db, person_id: string) => Promise<string | null>>>
}

/** What a business keeps no longer; null: all. */
export interface Cutoffs {
  business_id: string
  /** Tickets closed before go. */
  tickets_before: Date | null
  /** Files of tickets closed before go. */
  files_before: Date | null
}

/** Drops what is older than the business keeps. */
export interface Retain {
  /** What it would take now. */
  count: (db: Db, cutoffs: Cutoffs) => Promise<{ tickets: number; files: number; bytes: number }>
  /**
   * Takes a portion; answers how many, and the files that are nobody's now. `takeAlong` takes what all modules keep of these
   * tickets, and answers files as well.
   */
  take: (
    tx: Db,
    asked: Cutoffs & { limit: number; takeAlong: TakeAlong },
  ) => Promise<{ tickets: number; keys: readonly string[] }>
  /** What is left to do afterwards, portion by portion: answers whether there was anything. */
  tidy?: (db: Db) => Promise<readonly ((tx: Db) => Promise<boolean>)[]>
}
export type TakeAlong = (tx: Db, ticket_ids: readonly string[]) => Promise<readonly string[]>

/** A place that names a group of restaurants: who is in one is known by its name alone. */
export interface GroupUse {
  group: string
  what: GroupUser
  /** null: its author's own. */
  name: string | null
  /** Without the group it would be for nobody. */
  holds: boolean
}

export interface RestaurantGroupNames {
  /** All that names any group of a business. */
  list: (db: Db, business_id: string) => Promise<readonly GroupUse[]>
  /** Puts another name in the place of one, and of both where a list has both; the restaurants bear it already. */
  rename: (
    tx: TransactionSql,
    deps: Pick<Deps, 'settings' | 'clock'>,
    change: { business_id: string; from: string; to: string },
  ) => Promise<void>
}

/** A column that names a stored file, and the one that repeats its size. */
export interface FileColumn {
  table: string
  column: string
  size?: string
}

/** What is sealed, to be opened with the keys that there are; `open` throws when it is not to be. */
export type Seals = (
  db: Db,
  keys: {
    secrets: Secrets
    /** Opens what the session's keys of one purpose have sealed. */
    openWith: (purpose: string) => (sealed: Buffer, about: string) => string
  },
) => Promise<readonly { what: string; open: () => unknown }[]>

/** What doctor looks at, in one snapshot. Writes nothing. */
export type Check = (db: Db) => Promise<Report>

/** What is known of a module without serving: its tables, and what it owes to whom they tell of. */
export interface Duties {
  /** Its folder. */
  name: string
  /** Its own tables: only files of its domain write them (scripts/check-owners.ts). */
  tables: readonly string[]
  /** Every column of them that tells of a person (a reference, an address), and what becomes of it. */
  people?: Readonly<Record<string, Fate>>
  forget?: Forget
  exports?: Exports
  /** Every column of them that refers to a ticket or a message; its rows go with the ticket. */
  ofTickets?: readonly string[]
  takeAlong?: TakeAlong
  retain?: Retain
  restaurantGroups?: RestaurantGroupNames
  files?: readonly FileColumn[]
  seals?: Seals
  checks?: readonly Check[]
}

/** `Needs`: what it asks of others; modules.ts hands it over. */
export interface Module<in Needs = unknown> extends Duties {
  routes?: (given: Given, needs: Needs) => void | Promise<void>
  jobs?: (deps: Deps, needs: Needs) => Jobs
  topics?: (deps: Deps, needs: Needs) => readonly Topic[]
}
