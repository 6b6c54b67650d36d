import * as calls from '@podmoga/contract/desk/views'
import { VIEWS_MAX } from '@podmoga/contract/fields/limits'
import type { Deps } from '../../deps.ts'
import { makeNoteShared } from '../../http/journal/make-note.ts'
import type { DeskMember } from '../../http/principals.ts'
import { isRowId, refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { possibleId } from './queue.answers.ts'
import { type DeskList, listOf } from './queue.filters.ts'
import { countInQueue } from './queue.sql.ts'
import {
  insertView,
  isNameTaken,
  listViewRows,
  lockView,
  orderViews,
  removeView,
  updateView,
} from './views.sql.ts'

const nameAnswer = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (isNameTaken(error)) throw refuse('name_taken')
    throw error
  }
}

/** The business that a new one belongs to: the agent's own where they serve it. */
const homeOf = ({ business_ids, business_id }: DeskMember): string =>
  business_ids.includes(business_id) ? business_id : (business_ids[0] ?? business_id)

/** A view as the journal says it, where the team has it. */
const factsOf = ({ is_shared, name, filters }: Pick<calls.SavedView, 'is_shared' | 'name' | 'filters'>) => {
  if (!is_shared) return null
  const { tab, whose = null, priority = [], restaurant: restaurants = [], ...others } = filters
  const { assignee = [], category = [], topic = [], tag = [] } = others
  const lists = { restaurants, assignee, category, topic, tags: tag, priority }
  return {
    name,
    tab,
    whose,
    ...Object.fromEntries(Object.entries(lists).map(([field, value]) => [field, [value].flat()])),
  }
}

/** The queue as these filters narrow it for whoever asks; null for the archive, which nobody counts. */
const queueOf = (who: DeskMember, filters: calls.ViewFilters): (DeskList & { waiting: boolean }) | null => {
  const { tab, whose, restaurant, assignee } = filters
  if (tab === 'archive') return null
  return {
    business_ids: who.business_ids,
    restaurant_ids: restaurant === undefined ? null : [restaurant].flat().map(possibleId),
    number: null,
    assignee:
      whose === 'mine' ? [who.person_id] : whose === 'free' ? ['none'] : listOf(assignee).map(possibleId),
    category: listOf(filters.category),
    topic: listOf(filters.topic),
    tag: listOf(filters.tag),
    priority: listOf(filters.priority),
    snoozed: whose === 'snoozed',
    waiting: tab === 'waiting',
    page: 1,
    page_size: 1,
  }
}

/** Views of the queue under a name: an agent's own, and those of every agent of the business. */
export const savedViewRoutes = (on: On, { sql, clock }: Deps): void => {
  const noteShared = makeNoteShared(clock, 'view')
  on(calls.listSavedViews, async ({ who }) => {
    // More than an agent's own and the team's there are only for whoever serves several businesses.
    const rows = await listViewRows(sql, who, VIEWS_MAX * 2)
    const counts = await countInQueue(
      sql,
      rows.map(({ filters }) => queueOf(who, filters)),
    )
    return {
      results: rows.map(({ author_id, ...row }, at) => ({
        ...row,
        is_own: author_id === who.person_id,
        count: counts[at] ?? null,
      })),
    }
  })

  on(calls.addSavedView, ({ who, body, once, request }) =>
    once({
      work: async (tx) => {
        const place = { business_id: homeOf(who), author_id: who.person_id, most: VIEWS_MAX }
        const id = await nameAnswer(insertView(tx, { ...body, ...place }))
        if (id === undefined) throw refuse('too_many_views')
        const { business_id } = place
        await noteShared(tx, { who, request, business_id, id }, null, factsOf(body))
        return { id }
      },
    }),
  )

  on(calls.editSavedView, ({ who, params, body, request }) =>
    sql.begin(async (tx) => {
      const id = rowId(params.viewId)
      const now = await lockView(tx, who, id)
      if (now === undefined) throw refuse('not_found')
      if (now.version !== body.version) throw refuse('changed_meanwhile')
      await nameAnswer(updateView(tx, { id, name: body.name, filters: body.filters }))
      const { name = now.name, filters = now.filters } = body
      await noteShared(tx, { who, request, ...now }, factsOf(now), factsOf({ ...now, name, filters }))
      return { id, version: now.version + 1 }
    }),
  )

  on(calls.deleteSavedView, ({ who, params, request }) =>
    sql.begin(async (tx) => {
      const id = rowId(params.viewId)
      const before = await lockView(tx, who, id)
      if (before === undefined || !(await removeView(tx, who, id))) throw refuse('not_found')
      await noteShared(tx, { who, request, ...before }, factsOf(before), null)
      return { ok: true }
    }),
  )

  on(calls.orderSavedViews, ({ who, body }) =>
    sql.begin(async (tx) => {
      await orderViews(tx, who, [...new Set(body.ids.filter(isRowId))])
      return { ok: true }
    }),
  )
}
