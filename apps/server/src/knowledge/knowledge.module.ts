import type { Module } from '../module.ts'
import type { EditorCalls } from '../ports/domains/editor-calls.ts'
import type { Letters } from '../ports/domains/letters.ts'
import type { MayStillRead } from '../ports/domains/may-still-read.ts'
import type { RecordSearch } from '../ports/domains/record-search.ts'
import {
  knowledgeDeskRoutes,
  makeEditorNotifier,
  makeNeedsReview,
  notifyDue,
  publishDue,
} from './editing/desk.ts'
import { importJobs, knowledgeExchangeRoutes } from './exchange/exchange.ts'
import { checkKnowledge } from './knowledge.check.ts'
import { listFeedback } from './knowledge.duties.sql.ts'
import { groupNames } from './knowledge.group-names.sql.ts'
import { knowledgeRoutes } from './reading/reading.routes.ts'

export { draftFromText, draftFromTicket } from './editing/desk.ts'
export {
  businessOfNetwork,
  exportKnowledge,
  FolderError,
  type FolderSection,
  type ImportWorld,
  importFolder,
  importKnowledge,
} from './exchange/exchange.ts'
export { readFaq } from './reading/reading.routes.ts'

/** The knowledge base: read by restaurants, written by editors. */
export const knowledge: Module<{
  figures: { recordSearch: RecordSearch }
  signals: EditorCalls
  letters: Letters
  mayStillRead: MayStillRead
}> = {
  name: 'knowledge',
  tables: [
    'knowledge_gap_voices',
    'knowledge_gaps',
    'knowledge_imports',
    'knowledge_state',
    'material_audiences',
    'material_care',
    'material_drafts',
    'material_feedback',
    'material_files',
    'material_reviews',
    'material_schedules',
    'material_versions',
    'materials',
    'sections',
    'subcategories',
    'synonyms',
    'thesaurus_off',
  ],
  routes: ({ app, on, deps }, { figures, mayStillRead, ...means }) => {
    const search = knowledgeRoutes(app, on, deps, figures.recordSearch)
    knowledgeDeskRoutes(on, deps, search, makeEditorNotifier(deps, means))
    knowledgeExchangeRoutes(app, on, deps, { needsReview: makeNeedsReview(deps), mayStillRead })
  },
  jobs: (deps, means) => {
    const notifier = makeEditorNotifier(deps, means)
    const { imported: asked, wake } = notifier
    return {
      'scheduled materials': publishDue(deps),
      'materials to re-check': notifyDue(deps, notifier),
      ...importJobs(deps, { needsReview: makeNeedsReview(deps), asked, wake }),
    }
  },
  people: {
    'knowledge_gap_voices.person_id': 'kept',
    'knowledge_gaps.closed_by': 'kept',
    'knowledge_imports.created_by': 'kept',
    'material_care.checked_by': 'kept',
    'material_care.owner_id': 'kept',
    'material_feedback.person_id': 'kept, given',
    'material_reviews.person_id': 'kept',
    'material_reviews.returned_by': 'kept',
    'material_reviews.wrote_id': 'kept',
    'material_schedules.person_id': 'kept',
    'material_versions.published_by': 'kept',
    'materials.edited_by': 'kept',
  },
  exports: { chapters: { отзывы: listFeedback } },
  // Set to null by the foreign key when the ticket is deleted.
  ofTickets: ['knowledge_gaps.ticket_id'],
  files: [
    { table: 'material_files', column: 'file_key', size: 'size' },
    { table: 'knowledge_imports', column: 'file_key' },
  ],
  restaurantGroups: groupNames,
  checks: [checkKnowledge],
}
