import type { OfflinePart } from '../lib/feature.ts'
import { knowledgeSteps } from './fetch-knowledge.ts'
import { loadArticlePage, loadHomePage, loadSectionPage } from './load-pages.ts'

export const offline: OfflinePart = {
  pages: [loadHomePage, loadSectionPage, loadArticlePage],
  answers: knowledgeSteps,
}
