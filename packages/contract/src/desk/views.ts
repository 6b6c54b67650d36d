import { z } from 'zod'
import { ListedName } from '../business.ts'
import { endpoint } from '../endpoint.ts'
import { Id, PathId, ViewName } from '../fields/fields.ts'
import { VIEWS_MAX } from '../fields/limits.ts'
import { Version } from '../fields/version.ts'
import { some } from '../page.ts'
import { Priority } from './tickets.ts'
import { Tag } from './work.ts'

const Key = z.string().regex(/^[a-z0-9_]{1,64}$/)

/** The filters of a view of the queue. */
export const ViewFilters = z.object({
  /** Waiting, all open, or closed tickets. */
  tab: z.enum(['waiting', 'open', 'archive']),
  /** The reader's own, unassigned, or snoozed tickets; absent: everyone's. */
  whose: z.enum(['mine', 'free', 'snoozed']).optional(),
  restaurant: some(PathId),
  /** Groups of restaurants, by their names. */
  restaurant_group: some(ListedName),
  /** Agents' ids. */
  assignee: some(PathId),
  category: some(Key),
  topic: some(Key),
  tag: some(Tag),
  priority: some(Priority),
})
export type ViewFilters = z.infer<typeof ViewFilters>

/** A named view of the queue. */
export const SavedView = z.object({
  id: Id,
  name: z.string(),
  filters: ViewFilters,
  /** Available to every agent of the business; otherwise only to its author. */
  is_shared: z.boolean(),
  is_own: z.boolean(),
  /** Incremented on each change. */
  version: z.number().int(),
  /** The number of tickets in it, 100 meaning 100 or more; null where counting is too expensive (the archive). */
  count: z.number().int().nullable(),
})
export type SavedView = z.infer<typeof SavedView>

const ViewPath = z.object({ viewId: PathId })

export const listSavedViews = endpoint({
  name: 'listSavedViews',
  summary: 'Сохранённые фильтры очереди: свои и общие, каждые в своём порядке, со счётом до ста',
  method: 'GET',
  path: 'desk/views/',
  auth: 'agent',
  answer: z.object({ results: z.array(SavedView) }),
  refusals: [],
})

export const addSavedView = endpoint({
  name: 'addSavedView',
  summary: 'Сохранить фильтры под названием, для себя или для всей команды; встаёт последним',
  method: 'POST',
  path: 'desk/views/',
  auth: 'agent',
  body: z.object({ name: ViewName, filters: ViewFilters, is_shared: z.boolean().default(false) }),
  answer: z.object({ id: Id }),
  refusals: ['idempotency_conflict', 'name_taken', 'too_many_views'],
  creates: true,
})

export const editSavedView = endpoint({
  name: 'editSavedView',
  summary: 'Переименовать сохранённые фильтры или заменить их; version — какими их видели',
  method: 'POST',
  path: 'desk/views/:viewId/',
  auth: 'agent',
  params: ViewPath,
  body: z.object({
    name: ViewName.optional(),
    filters: ViewFilters.optional(),
    version: Version,
  }),
  answer: z.object({ id: Id, version: z.number().int() }),
  refusals: ['not_found', 'name_taken', 'changed_meanwhile'],
})

export const deleteSavedView = endpoint({
  name: 'deleteSavedView',
  summary: 'Удалить сохранённые фильтры',
  method: 'POST',
  path: 'desk/views/:viewId/delete/',
  auth: 'agent',
  params: ViewPath,
  answer: z.object({ ok: z.boolean() }),
  refusals: ['not_found'],
})

export const orderSavedViews = endpoint({
  name: 'orderSavedViews',
  summary: 'Порядок сохранённых фильтров: названные — в этом порядке, остальные за ними',
  method: 'POST',
  path: 'desk/views/order/',
  auth: 'agent',
  body: z.object({ ids: z.array(PathId).max(VIEWS_MAX * 2) }),
  answer: z.object({ ok: z.boolean() }),
  refusals: [],
})
