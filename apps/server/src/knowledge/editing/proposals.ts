import * as calls from '@podmoga/contract/desk/proposals'
import type { Deps } from '../../deps.ts'
import type { On } from '../../http/serve.ts'
import type { DeskSearch } from '../knowledge.desk-search.ts'
import { businessOf, editedMaterial } from './editing.rules.ts'
import { listProposalRows, listQuestions } from './proposals.sql.ts'

const QUESTIONS = 1_000

/** Routes of proposals to editors: questions answered with a link, and previews of new synonyms and `also_asked`. */
export const knowledgeProposalRoutes = (on: On, { sql }: Deps, search: DeskSearch): void => {
  on(calls.listAskedProposals, async ({ who, query }) => ({
    results: await listProposalRows(sql, businessOf(who, query.business)),
  }))

  on(calls.previewSynonyms, async ({ who, body }) => {
    const business_id = businessOf(who, body.business)
    const questions = await listQuestions(sql, business_id, QUESTIONS)
    return search.compare(business_id, questions, { synonyms: body.groups })
  })

  on(calls.previewAlsoAsked, async ({ who, params, body: { also_asked } }) => {
    const { id, business_id } = await editedMaterial(sql, {
      business_ids: who.business_ids,
      material_id: params.materialId,
    })
    const questions = await listQuestions(sql, business_id, QUESTIONS)
    return search.compare(business_id, questions, { material_id: id, also_asked })
  })
}
