import * as calls from '@podmoga/contract/desk/views'
import { VIEWS_MAX } from '@podmoga/contract/fields/limits'
import type { Deps } from '../../deps.ts'
import { makeNoteShared } from '../../http/journal/make-note.ts'
import { businessOf, type DeskMember } from '../../http/principals.ts'
import { isRowId, refuse, refuseTakenName, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { type DeskList, listOf, possibleId, restaurantsOf } from './queue.filters.sql.ts'
import { countInQueue } from './queue.sql.ts'
import { insertView, listViewRows, lockView, orderViews, removeView, updateView } from './views.sql.ts'

/** Facts for the audit; null for a private view. */
const factsOf = ({ is_shared, name, filters }: Pick<calls.SavedView, 'is_shared' | 'name' | 'filters'>) => {
  if (!is_shared) return null
  const { tab, whose = null, priority = [], restaurant: restaurants = [], ...others } = filters
  const { restaurant_group: groups = [], assignee = [], category = [], topic = [], tag = [] } = others
  const lists = { restaurants, groups, assignee, category, topic, tags: tag, priority }
  return {
    name,
    tab,
    whose,
    ...Object.fromEntries(Object.entries(lists).map(([field, value]) => [field, [value].flat()])),
  }
}

/** The queue of a view for this reader; null for the archive, which is not counted. */
const queueOf = (
  who: DeskMember,
  filters: calls.ViewFilters,
  restaurant_ids: string[] | null,
): (DeskList & { waiting: boolean }) | null => {
  const { tab, whose, assignee } = filters
  if (tab === 'archive') return null
  return {
    business_ids: who.business_ids,
    restaurant_ids,
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

/** Saved views of the queue: an agent's own, and those shared in the business. */
export const savedViewRoutes = (on: On, { sql, clock }: Deps): void => {
  const noteShared = makeNoteShared(clock, 'view')
  on(calls.listSavedViews, async ({ who }) => {
    // Own and shared views; only agents of several businesses may have more.
    const rows = await listViewRows(sql, who, VIEWS_MAX * 2)
    const all = rows.map(({ filters }) => filters)
    const restaurant_ids = await restaurantsOf(sql, who.business_ids, all)
    const counts = await countInQueue(
      sql,
      all.map((filters, at) => queueOf(who, filters, restaurant_ids[at] ?? null)),
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
        const owner = { business_id: businessOf(who), author_id: who.person_id, most: VIEWS_MAX }
        const id = await refuseTakenName('saved_views_', insertView(tx, { ...body, ...owner }))
        if (id === undefined) throw refuse('too_many_views')
        const { business_id } = owner
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
      await refuseTakenName('saved_views_', updateView(tx, { id, name: body.name, filters: body.filters }))
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
