import * as calls from '@podmoga/contract/desk/knowledge'
import { createMaterial, deleteMaterial, moveMaterial } from '@podmoga/contract/desk/materials'
import { loadThesaurus } from '@podmoga/search/thesaurus'
import type { TransactionSql } from '@podmoga/sql/sql'
import type { Deps } from '../../deps.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import type { DeskSearch } from '../knowledge.desk-search.ts'
import { listSynonymRows, listThesaurusOff } from '../knowledge.words.sql.ts'
import {
  changeKnowledge,
  noteChange,
  replaceSynonyms,
  switchThesaurus,
  touchMaterials,
} from '../knowledge.write.sql.ts'
import { findZone, listEditors } from './care.sql.ts'
import { knowledgeCareRoutes } from './care.ts'
import { businessOf, ownerOf, refuseStaleList, synonymsRevision } from './editing.rules.ts'
import { sectionAnswer } from './editor.answers.ts'
import { knowledgeEditorRoutes } from './editor.ts'
import { knowledgeForWhomRoutes } from './for-whom.ts'
import { knowledgeGapRoutes } from './gaps.ts'
import { nameOf, titlesOf } from './journal.sql.ts'
import { type By, noteAdded, subjectOf } from './journal.ts'
import { knowledgeLinkRoutes } from './link-check.ts'
import type { EditorNotifier } from './notices.ts'
import { knowledgeProposalRoutes } from './proposals.ts'
import { knowledgeReviewRoutes, makeNeedsReview } from './review.ts'
import { knowledgeScheduleRoutes } from './schedule.ts'
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
} from './tree.sql.ts'

export { draftFromText, draftFromTicket } from './drafts.ts'
export { makeEditorNotifier, notifyDue } from './notices.ts'
export { makeNeedsReview } from './review.ts'
export { publishDue } from './schedule.ts'

/** Routes of the knowledge base for editors. Every read and write is limited to the businesses that they serve. */
export const knowledgeDeskRoutes = (on: On, deps: Deps, search: DeskSearch, notify: EditorNotifier): void => {
  createRoutes(on, deps)
  treeRoutes(on, deps)
  deleteRoutes(on, deps)
  listRoutes(on, deps)
  knowledgeGapRoutes(on, deps, search)
  knowledgeProposalRoutes(on, deps, search)
  const needsReview = makeNeedsReview(deps)
  knowledgeEditorRoutes(on, deps, needsReview)
  knowledgeCareRoutes(on, deps)
  knowledgeForWhomRoutes(on, deps)
  knowledgeScheduleRoutes(on, deps, needsReview)
  knowledgeReviewRoutes(on, deps, notify)
  knowledgeLinkRoutes(on, deps)
}

const OK = { ok: true }

const createRoutes = (on: On, deps: Deps): void => {
  const { sql, clock } = deps
  const note = makeNote(clock)

  on(calls.createSection, async ({ who, body, once, request }) => {
    const business_id = businessOf(who, body.business)
    return once({
      work: async (tx) => {
        await noteChange(tx, business_id)
        const id = await addSection(tx, { business_id, name: body.name })
        await noteAdded(tx, { who, request, business_id, note }, { level: 'sections', id })
        return { id }
      },
    })
  })

  on(calls.createSubcategory, async ({ who, body, once, request }) => {
    const business_id = await ownerOf(sql, who, { level: 'sections', id: body.section })
    return once({
      work: async (tx) => {
        await noteChange(tx, business_id)
        await ownerOf(tx, who, { level: 'sections', id: body.section })
        const id = await addSubcategory(tx, { section_id: body.section, name: body.name })
        await noteAdded(tx, { who, request, business_id, note }, { level: 'subcategories', id })
        return { id }
      },
    })
  })

  on(createMaterial, async ({ who, body, once, request }) => {
    const { person_id } = who
    const parent = { level: 'subcategories', id: body.subcategory } as const
    const business_id = await ownerOf(sql, who, parent)
    return once({
      work: async (tx) => {
        await noteChange(tx, business_id)
        await ownerOf(tx, who, parent)
        const { subcategory: subcategory_id, title } = body
        const id = await addMaterial(tx, { business_id, subcategory_id, title, person_id, now: clock.now() })
        await noteAdded(tx, { who, request, business_id, note }, { level: 'materials', id })
        return { id }
      },
    })
  })
}

/** The materials below a section or subcategory: the search shows its name with them, so they must be reindexed. */
const below = (level: TreeLevel, id: string) =>
  level === 'sections' ? { section_id: id } : { subcategory_id: id }

const treeRoutes = (on: On, { sql, clock }: Deps): void => {
  const note = makeNote(clock)
  on(calls.getTree, async ({ who, query }) => {
    const business_id = businessOf(who, query.business)
    const business = await findBusiness(sql, business_id)
    if (business === undefined) throw refuse('not_found')
    const sections = await listTree(sql, business_id)
    const [zone, editors] = await Promise.all([findZone(sql, business_id), listEditors(sql, business_id)])
    return { business, zone, editors, sections: sections.map(sectionAnswer) }
  })

  const renamed = async (
    { who, request }: By,
    thing: { level: 'sections' | 'subcategories'; id: string },
    name: string,
  ) => {
    const business_id = await ownerOf(sql, who, thing)
    await changeKnowledge(sql, business_id, async (tx) => {
      const before = await nameOf(tx, thing)
      await rename(tx, { ...thing, name })
      await touchMaterials(tx, below(thing.level, thing.id))
      if (before.name !== name)
        await note(tx, who, request, {
          event: 'section_renamed',
          business_id,
          subject: subjectOf(thing),
          before: { name: before.name },
          after: { name },
        })
    })
    return OK
  }
  on(calls.renameSection, ({ params, body, ...by }) =>
    renamed(by, { level: 'sections', id: params.sectionId }, body.name),
  )
  on(calls.renameSubcategory, ({ params, body, ...by }) =>
    renamed(by, { level: 'subcategories', id: params.subcategoryId }, body.name),
  )

  const moved = async (
    { who, request }: By,
    thing: { level: TreeLevel; id: string; position: number },
    parent: { level: TreeLevel; id: string } | null,
  ) => {
    const business_id = await ownerOf(sql, who, thing)
    await changeKnowledge(sql, business_id, async (tx) => {
      // Nothing can be moved between the bases of two businesses, even by an editor of both.
      const above = parent === null ? business_id : await ownerOf(tx, { business_ids: [business_id] }, parent)
      await ownerOf(tx, who, thing)
      const before = await nameOf(tx, thing)
      await move(tx, { ...thing, parent_id: parent?.id ?? above })
      await note(tx, who, request, {
        event: thing.level === 'materials' ? 'material_moved' : 'section_moved',
        business_id,
        subject: subjectOf(thing),
        before,
        after: await nameOf(tx, thing),
      })
      if (thing.level === 'subcategories') await touchMaterials(tx, below(thing.level, thing.id))
      if (thing.level === 'materials') await touchMaterials(tx, { material_id: thing.id })
    })
    return OK
  }
  on(calls.moveSection, ({ params, body, ...by }) =>
    moved(by, { level: 'sections', id: params.sectionId, ...body }, null),
  )
  on(calls.moveSubcategory, ({ params, body: { section, position }, ...by }) =>
    moved(
      by,
      { level: 'subcategories', id: params.subcategoryId, position },
      { level: 'sections', id: section },
    ),
  )
  on(moveMaterial, ({ params, body: { subcategory, position }, ...by }) =>
    moved(
      by,
      { level: 'materials', id: params.materialId, position },
      { level: 'subcategories', id: subcategory },
    ),
  )
}

const deleteRoutes = (on: On, { sql, clock }: Deps): void => {
  const note = makeNote(clock)
  const removed = async <T extends TreeLevel>(
    { who, request }: By,
    thing: { level: T; id: string },
    remove: (tx: TransactionSql, thing: { level: T; id: string }) => Promise<void>,
  ) => {
    const business_id = await ownerOf(sql, who, thing)
    await changeKnowledge(sql, business_id, async (tx) => {
      await ownerOf(tx, who, thing)
      const before = await nameOf(tx, thing)
      await remove(tx, thing)
      await note(tx, who, request, {
        event: thing.level === 'materials' ? 'material_removed' : 'section_removed',
        business_id,
        subject: subjectOf(thing),
        before,
      })
    })
    return OK
  }
  const empty = async (tx: TransactionSql, thing: { level: 'sections' | 'subcategories'; id: string }) => {
    if (!(await removeEmpty(tx, thing))) throw refuse('not_empty')
  }
  on(calls.deleteSection, ({ params, ...by }) =>
    removed(by, { level: 'sections', id: params.sectionId }, empty),
  )
  on(calls.deleteSubcategory, ({ params, ...by }) =>
    removed(by, { level: 'subcategories', id: params.subcategoryId }, empty),
  )
  on(deleteMaterial, ({ params, ...by }) =>
    removed(by, { level: 'materials', id: params.materialId }, async (tx, { id }) => {
      if (!(await removeMaterial(tx, id, clock.now()))) throw refuse('material_published')
    }),
  )
}

const listRoutes = (on: On, { sql, clock }: Deps): void => {
  const note = makeNote(clock)
  on(calls.setFaq, async ({ who, body, request }) => {
    const business_id = businessOf(who, body.business)
    const ids = [...new Set(body.materials.map(rowId))]
    await changeKnowledge(sql, business_id, async (tx) => {
      const now = await listFaqIds(tx, business_id)
      // Checked first, so that the answer reveals nothing about materials of other bases.
      if (!(await setFaqOrder(tx, { business_id, ids }))) throw refuse('not_found')
      refuseStaleList('faq', now, body.seen)
      await note(tx, who, request, {
        event: 'faq_changed',
        business_id,
        before: { materials: await titlesOf(tx, now) },
        after: { materials: await titlesOf(tx, ids) },
      })
    })
    return OK
  })

  on(calls.getSynonyms, async ({ who, query }) => {
    const groups = await listSynonymRows(sql, businessOf(who, query.business))
    return { groups, revision: synonymsRevision(groups) }
  })

  on(calls.setSynonyms, async ({ who, body, request }) => {
    const business_id = businessOf(who, body.business)
    await changeKnowledge(sql, business_id, async (tx) => {
      const before = await listSynonymRows(tx, business_id)
      refuseStaleList('synonyms', synonymsRevision(before), body.revision)
      await replaceSynonyms(tx, business_id, body.groups)
      const lines = (groups: readonly (readonly string[])[]) => groups.map((words) => words.join(', '))
      const [was, is] = [lines(before), lines(body.groups)]
      // Only the differences, as there may be hundreds of groups.
      await note(tx, who, request, {
        event: 'synonyms_changed',
        business_id,
        before: { synonyms: was.filter((one) => !is.includes(one)) },
        after: { synonyms: is.filter((one) => !was.includes(one)) },
      })
    })
    return { ...OK, revision: synonymsRevision(body.groups) }
  })

  on(calls.getThesaurus, async ({ who, query }) => ({
    groups: loadThesaurus().map((group) => ({ ...group, words: [...group.words], means: [...group.means] })),
    off: await listThesaurusOff(sql, businessOf(who, query.business)),
  }))

  on(calls.switchThesaurus, async ({ who, body, request }) => {
    const business_id = businessOf(who, body.business)
    const group = loadThesaurus().find(({ id }) => id === body.group)
    if (group === undefined) throw refuse('not_found')
    await changeKnowledge(sql, business_id, async (tx) => {
      await switchThesaurus(tx, { business_id, group_id: group.id, on: body.on })
      const after = { group: [...group.words], is_on: body.on }
      await note(tx, who, request, { event: 'thesaurus_changed', business_id, after })
    })
    return OK
  })
}
