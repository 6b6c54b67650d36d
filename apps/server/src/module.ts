// The interface between a domain, or a part of one, and the rest of the server: its module file (`<name>.module.ts`). Everything
// that a domain provides is registered there, and modules.ts lists these files.

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

/** Replaces the name of an erased person. */
export const ERASED_NAME = 'Удалённый сотрудник'

/** The dependencies passed to every module. */
export interface Given {
  app: FastifyInstance
  on: On
  askAs: AskAs
  identify: Identify
  deps: Deps
}

/**
 * What happens at erasure to a column that refers to a person: `cleared` rows are deleted, `kept` ones record what was done
 * without a name. `given` rows are included in the person's export.
 */
export type Fate = 'cleared' | 'kept' | 'cleared, given' | 'kept, given'

/** The person to erase, with their current data. */
export interface Leaver {
  person_id: string
  business_id: string
  email: string | null
  phone: string | null
  /** All forms in which their addresses may be stored. */
  addresses: readonly string[]
  now: Date
}

/**
 * Erases a person from the module's tables, in the caller's transaction; returns the keys of files that are no longer referenced.
 */
export type Forget = (tx: Db, leaver: Leaver) => Promise<readonly string[]>

/** A list in a person's export that may be long: written to its own file, read page by page, with the files it references. */
export interface ExportList {
  name: string
  list: (
    db: Db,
    asked: { person_id: string; after: string; limit: number },
  ) => Promise<{ id: string; value: object; files: readonly { file_key: string; file_name: string }[] }[]>
}

export interface Exports {
  /** Sections of the JSON file. */
  chapters?: Readonly<Record<string, (db: Db, person_id: string) => Promise<unknown>>>
  lists?: readonly ExportList[]
  /** A file of the person, by its name in the archive. */
  files?: Readonly<Record<string, (db: Db, person_id: string) => Promise<string | null>>>
}

/** The retention limits of a business; null: keep everything. */
export interface Cutoffs {
  business_id: string
  /** Delete tickets closed before this time. */
  tickets_before: Date | null
  /** Delete the files of tickets closed before this time. */
  files_before: Date | null
}

/** Deletes data older than the business's retention. */
export interface Retain {
  /** Counts what would be deleted now. */
  count: (db: Db, cutoffs: Cutoffs) => Promise<{ tickets: number; files: number; bytes: number }>
  /**
   * Deletes a batch; returns the number of tickets and the files that are no longer referenced. `takeAlong` deletes the rows of
   * all modules that refer to these tickets, and returns their files.
   */
  take: (
    tx: Db,
    asked: Cutoffs & { limit: number; takeAlong: TakeAlong },
  ) => Promise<{ tickets: number; keys: readonly string[] }>
  /** Follow-up work in batches: each function returns whether it did anything. */
  tidy?: (db: Db) => Promise<readonly ((tx: Db) => Promise<boolean>)[]>
}
export type TakeAlong = (tx: Db, ticket_ids: readonly string[]) => Promise<readonly string[]>

/** A use of a restaurant group's name; membership in a group is determined by the name alone. */
export interface GroupUse {
  group: string
  what: GroupUser
  /** null: the object is its author's own. */
  name: string | null
  /** Without the group the object would apply to nobody. */
  holds: boolean
}

export interface RestaurantGroupNames {
  /** All uses of groups in a business. */
  list: (db: Db, business_id: string) => Promise<readonly GroupUse[]>
  /**
   * Replaces a group's name by another in all its uses, and merges the two where a list has both; the restaurants have been
   * updated already.
   */
  rename: (
    tx: TransactionSql,
    deps: Pick<Deps, 'settings' | 'clock'>,
    change: { business_id: string; from: string; to: string },
  ) => Promise<void>
}

/** A column that references a stored file, and optionally the column with a copy of the file's size. */
export interface FileColumn {
  table: string
  column: string
  size?: string
}

/** Sealed values to be opened with the current keys; `open` throws if a value cannot be opened. */
export type Seals = (
  db: Db,
  keys: {
    secrets: Secrets
    /** Opens values sealed with the session's key for a purpose. */
    openWith: (purpose: string) => (sealed: Buffer, about: string) => string
  },
) => Promise<readonly { what: string; open: () => unknown }[]>

/** A consistency check for the doctor, in one snapshot. Read-only. */
export type Check = (db: Db) => Promise<Report>

/** What a module declares besides serving: its tables, and their data about people and tickets. */
export interface Duties {
  /** Its folder. */
  name: string
  /** Its own tables: only files of its domain may write them (scripts/check-owners.ts). */
  tables: readonly string[]
  /** Every column that refers to a person (a reference, an address), and what happens to it at erasure. */
  people?: Readonly<Record<string, Fate>>
  forget?: Forget
  exports?: Exports
  /** Every column that references a ticket or a message; its rows are deleted with the ticket. */
  ofTickets?: readonly string[]
  takeAlong?: TakeAlong
  retain?: Retain
  restaurantGroups?: RestaurantGroupNames
  files?: readonly FileColumn[]
  seals?: Seals
  checks?: readonly Check[]
}

/** `Needs`: what it requires from other modules; provided by modules.ts. */
export interface Module<in Needs = unknown> extends Duties {
  routes?: (given: Given, needs: Needs) => void | Promise<void>
  jobs?: (deps: Deps, needs: Needs) => Jobs
  topics?: (deps: Deps, needs: Needs) => readonly Topic[]
}
