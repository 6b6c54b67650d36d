import * as calls from '@podmoga/contract/desk/knowledge'
import { createMaterial, deleteMaterial, moveMaterial } from '@podmoga/contract/desk/materials'
import { totalPages } from '@podmoga/contract/page'
import { loadThesaurus } from '@podmoga/search/thesaurus'
import type { Deps } from '../../deps.ts'
import type { DeskMember } from '../../http/principals.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import type { Asking } from '../knowledge.asking.ts'
import { closeGap, listGapRows } from '../knowledge.gaps.sql.ts'
import { listSynonymRows, listThesaurusOff } from '../knowledge.words.sql.ts'
import {
  changeKnowledge,
  noteChange,
  replaceSynonyms,
  switchThesaurus,
  touchMaterials,
} from '../knowledge.write.sql.ts'
import { aboutTheSame } from './about-the-same.ts'
import { knowledgeEditorRoutes } from './knowledge.editor.ts'
import { knowledgeProposalRoutes } from './knowledge.proposals.ts'
import { businessOf, ownerOf, refuseStaleList, synonymsRevision } from './knowledge.rules.ts'
import {
  addMaterial,
  addSection,
  addSubcategory,
  findBusiness,
  listFaqIds,
  listTree,
  move,
  removeEmpty,
  removeMaterial,
  rename,
  setFaqOrder,
  type TreeLevel,
} from './knowledge.tree.sql.ts'

export { draftFromText, draftFromTicket } from './knowledge.drafts.ts'

/** The knowledge base as its editors see it: every read and write stays inside the businesses they serve. */
export const knowledgeDeskRoutes = (on: On, deps: Deps, search: Asking): void => {
  createRoutes(on, deps)
  treeRoutes(on, deps)
  deleteRoutes(on, deps)
  listRoutes(on, deps)
  gapRoutes(on, deps, search)
  knowledgeProposalRoutes(on, deps, search)
  knowledgeEditorRoutes(on, deps)
}

const OK = { ok: true }

const createRoutes = (on: On, deps: Deps): void => {
  const { sql, clock } = deps

  on(calls.createSection, async ({ who, body, once }) => {
    const business_id = businessOf(who, body.business)
    return once({
      work: async (tx) => {
        await noteChange(tx, business_id)
        return { id: await addSection(tx, { business_id, name: body.name }) }
      },
    })
  })

  on(calls.createSubcategory, async ({ who, body, once }) => {
    const business_id = await ownerOf(sql, who, { level: 'sections', id: body.section })
    return once({
      work: async (tx) => {
        await noteChange(tx, business_id)
        await ownerOf(tx, who, { level: 'sections', id: body.section })
        return { id: await addSubcategory(tx, { section_id: body.section, name: body.name }) }
      },
    })
  })

  on(createMaterial, async ({ who, body, once }) => {
    const { person_id } = who
    const parent = { level: 'subcategories', id: body.subcategory } as const
    const business_id = await ownerOf(sql, who, parent)
    return once({
      work: async (tx) => {
        await noteChange(tx, business_id)
        await ownerOf(tx, who, parent)
        const { subcategory: subcategory_id, title } = body
        return {
          id: await addMaterial(tx, { business_id, subcategory_id, title, person_id, now: clock.now() }),
        }
      },
    })
  })
}

/** The materials below a place are shown under its name: the search must hear of it. */
const below = (level: TreeLevel, id: string) =>
  level === 'sections' ? { section_id: id } : { subcategory_id: id }

const treeRoutes = (on: On, { sql }: Deps): void => {
  on(calls.getTree, async ({ who, query }) => {
    const business_id = businessOf(who, query.business)
    const business = await findBusiness(sql, business_id)
    if (business === undefined) throw refuse('not_found')
    const sections = await listTree(sql, business_id)
    for (const { subcategories } of sections)
      for (const { materials } of subcategories)
        for (const material of materials) material.edited_at = new Date(material.edited_at).toISOString()
    return { business, sections }
  })

  const renamed = async (who: DeskMember, level: 'sections' | 'subcategories', id: string, name: string) => {
    await changeKnowledge(sql, await ownerOf(sql, who, { level, id }), async (tx) => {
      await rename(tx, { level, id, name })
      await touchMaterials(tx, below(level, id))
    })
    return OK
  }
  on(calls.renameSection, ({ who, params, body }) => renamed(who, 'sections', params.sectionId, body.name))
  on(calls.renameSubcategory, ({ who, params, body }) =>
    renamed(who, 'subcategories', params.subcategoryId, body.name),
  )

  const moved = async (
    who: DeskMember,
    thing: { level: TreeLevel; id: string; position: number },
    parent: { level: TreeLevel; id: string } | null,
  ) => {
    const business_id = await ownerOf(sql, who, thing)
    await changeKnowledge(sql, business_id, async (tx) => {
      // A base is one business's: nothing moves between two, even of the same editor.
      const above = parent === null ? business_id : await ownerOf(tx, { business_ids: [business_id] }, parent)
      await ownerOf(tx, who, thing)
      await move(tx, { ...thing, parent_id: parent?.id ?? above })
      if (thing.level === 'subcategories') await touchMaterials(tx, below(thing.level, thing.id))
      if (thing.level === 'materials') await touchMaterials(tx, { material_id: thing.id })
    })
    return OK
  }
  on(calls.moveSection, ({ who, params, body }) =>
    moved(who, { level: 'sections', id: params.sectionId, ...body }, null),
  )
  on(calls.moveSubcategory, ({ who, params, body: { section, position } }) =>
    moved(
      who,
      { level: 'subcategories', id: params.subcategoryId, position },
      { level: 'sections', id: section },
    ),
  )
  on(moveMaterial, ({ who, params, body: { subcategory, position } }) =>
    moved(
      who,
      { level: 'materials', id: params.materialId, position },
      { level: 'subcategories', id: subcategory },
    ),
  )
}

const deleteRoutes = (on: On, { sql, clock }: Deps): void => {
  const emptied = async (who: DeskMember, level: 'sections' | 'subcategories', id: string) => {
    await changeKnowledge(sql, await ownerOf(sql, who, { level, id }), async (tx) => {
      await ownerOf(tx, who, { level, id })
      if (!(await removeEmpty(tx, { level, id }))) throw refuse('not_empty')
    })
    return OK
  }
  on(calls.deleteSection, ({ who, params }) => emptied(who, 'sections', params.sectionId))
  on(calls.deleteSubcategory, ({ who, params }) => emptied(who, 'subcategories', params.subcategoryId))

  on(deleteMaterial, async ({ who, params }) => {
    const thing = { level: 'materials', id: params.materialId } as const
    await changeKnowledge(sql, await ownerOf(sql, who, thing), async (tx) => {
      await ownerOf(tx, who, thing)
      if (!(await removeMaterial(tx, thing.id, clock.now()))) throw refuse('material_published')
    })
    return OK
  })
}

const listRoutes = (on: On, { sql }: Deps): void => {
  on(calls.setFaq, async ({ who, body }) => {
    const business_id = businessOf(who, body.business)
    const ids = [...new Set(body.materials.map(rowId))]
    await changeKnowledge(sql, business_id, async (tx) => {
      const now = await listFaqIds(tx, business_id)
      // A material that is not of this base is not found, whatever else is wrong: it tells nothing.
      if (!(await setFaqOrder(tx, { business_id, ids }))) throw refuse('not_found')
      refuseStaleList('faq', now, body.seen)
    })
    return OK
  })

  on(calls.getSynonyms, async ({ who, query }) => {
    const groups = await listSynonymRows(sql, businessOf(who, query.business))
    return { groups, revision: synonymsRevision(groups) }
  })

  on(calls.setSynonyms, async ({ who, body }) => {
    const business_id = businessOf(who, body.business)
    await changeKnowledge(sql, business_id, async (tx) => {
      const now = synonymsRevision(await listSynonymRows(tx, business_id))
      refuseStaleList('synonyms', now, body.revision)
      await replaceSynonyms(tx, business_id, body.groups)
    })
    return { ...OK, revision: synonymsRevision(body.groups) }
  })

  on(calls.getThesaurus, async ({ who, query }) => ({
    groups: loadThesaurus().map((group) => ({ ...group, words: [...group.words], means: [...group.means] })),
    off: await listThesaurusOff(sql, businessOf(who, query.business)),
  }))

  on(calls.switchThesaurus, async ({ who, body }) => {
    const business_id = businessOf(who, body.business)
    const group = loadThesaurus().find(({ id }) => id === body.group)
    if (group === undefined) throw refuse('not_found')
    await changeKnowledge(sql, business_id, (tx) =>
      switchThesaurus(tx, { business_id, group_id: group.id, on: body.on }),
    )
    return OK
  })
}

const gapRoutes = (on: On, { sql, clock }: Deps, search: Asking): void => {
  on(calls.listGaps, async ({ who, query }) => {
    const business_id = businessOf(who, query.business)
    const { rows, total_items } = await listGapRows(sql, {
      business_id,
      closed: query.closed === 'true',
      page: query.page,
      page_size: query.page_size,
    })
    const queries = rows.map((row) => row.query ?? '')
    const near = await search.nearest(business_id, queries)
    const firsts = aboutTheSame(queries)
    return {
      results: rows.map((row, at) => ({
        ...row,
        near: near[at] ?? null,
        about: rows[firsts[at] ?? at]?.id ?? row.id,
        last_at: row.last_at.toISOString(),
        closed_at: row.closed_at?.toISOString() ?? null,
      })),
      total_pages: totalPages(total_items, query.page_size),
      total_items,
    }
  })

  on(calls.closeGap, async ({ who, params, body }) => {
    const closed = await closeGap(sql, {
      gap_id: rowId(params.gapId),
      business_ids: who.business_ids,
      person_id: who.person_id,
      answer_id: body.material === null ? null : rowId(body.material),
      now: clock.now(),
    })
    if (closed === undefined) throw refuse('not_found')
    return { ...OK, ...closed }
  })
}
