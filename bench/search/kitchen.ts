import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Material } from '@podmoga/search/documents'
import { DEMO_DIR } from '../../apps/server/src/demo/knowledge/seed-knowledge.ts'
import { readKnowledgeFolder } from '../../apps/server/src/knowledge/exchange/folder.read.ts'
import { textOfHtml } from '../../apps/server/src/knowledge/html-text.ts'
import type { Engine } from './engine.ts'
import { labDir } from './lab.ts'
import { ours } from './ours.engine.ts'

/** A query in a cook's words, and the titles that answer it with a grade (2 answers, 1 helps); empty if nothing does. */
export type KitchenQuery = { q: string; kinds: string[]; judged: { title: string; grade: number }[] }

/** The answer of a search: titles, best first, and whether it is sure of them. */
export type KitchenAnswer = { titles: string[]; sure: boolean }

/** Shares: right answer first, among three, reciprocal rank; unsure without an answer (`quiet`), unsure with one (`hushed`). */
export type KitchenScore = { s1: number; s3: number; mrr: number; quiet: number; hushed: number }

const FILE = 'kitchen-dev.jsonl'

/** Whether the judged queries exist on this machine. */
export const kitchenIsHere = (): boolean => existsSync(join(labDir(), FILE))

/** The judged queries of kitchen and hall staff. */
export function readKitchen(file = join(labDir(), FILE)): KitchenQuery[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as KitchenQuery)
}

/** The articles of the demo business, and its editor's synonyms. */
export async function readDemo(): Promise<{ materials: Material[]; synonyms: string[][] }> {
  const { sections, synonyms } = await readKnowledgeFolder(DEMO_DIR)
  const materials = sections.flatMap((section) =>
    section.subcategories.flatMap((subcategory) =>
      subcategory.articles
        .filter(({ published }) => published)
        .map((article) => ({
          title: article.title,
          section_name: section.name,
          subcategory_name: subcategory.name,
          also_asked: article.also_asked ?? [],
          ...textOfHtml(article.html),
        })),
    ),
  )
  return {
    materials: materials.map((material, at) => ({ id: at + 1, ...material })),
    synonyms: synonyms ?? [],
  }
}

/** Normalizes a title for comparison with judgments. */
export const keyOf = (title: string): string =>
  title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim()

/** Runs every query and scores the answers by the judgments. */
export async function scoreKitchen(
  ask: (query: string) => KitchenAnswer | Promise<KitchenAnswer>,
  queries: readonly KitchenQuery[],
): Promise<KitchenScore> {
  const ranks: number[] = []
  const unsure: { answerable: boolean; quiet: boolean }[] = []
  for (const { q, judged } of queries) {
    const { titles, sure } = await ask(q)
    const right = new Set(judged.filter(({ grade }) => grade === 2).map(({ title }) => keyOf(title)))
    const answerable = right.size > 0
    unsure.push({ answerable, quiet: titles.length === 0 || !sure })
    if (answerable) ranks.push(titles.slice(0, 10).findIndex((title) => right.has(keyOf(title))) + 1)
  }
  const share = (of: readonly boolean[]) => of.filter(Boolean).length / (of.length || 1)
  return {
    s1: share(ranks.map((rank) => rank === 1)),
    s3: share(ranks.map((rank) => rank > 0 && rank <= 3)),
    mrr: ranks.reduce((sum, rank) => sum + (rank ? 1 / rank : 0), 0) / (ranks.length || 1),
    quiet: share(unsure.filter((one) => !one.answerable).map((one) => one.quiet)),
    hushed: share(unsure.filter((one) => one.answerable).map((one) => one.quiet)),
  }
}

/** Makes the kitchen table: our search as the server runs it, and the others on the same articles and queries. */
export async function measureKitchen(others: () => Engine[]): Promise<string> {
  const { materials, synonyms } = await readDemo()
  const queries = readKitchen()
  const titles = new Map(materials.map(({ id, title }) => [id, title]))
  const rows: string[] = []
  for (const engine of [ours(synonyms), ...others()]) {
    await engine.load(materials)
    const score = await scoreKitchen(async (query) => {
      const found = (await engine.search(query)).flatMap((id) => titles.get(id) ?? [])
      return { titles: found, sure: engine.isSure?.(query) ?? true }
    }, queries)
    await engine.close?.()
    const { s1, s3, mrr, quiet, hushed } = score
    const cells = [s1, s3, mrr, quiet, hushed].map((share) => share.toFixed(3).replace(/^0/, ''))
    rows.push(`| ${[engine.name, ...cells].join(' | ')} |`)
  }
  const head = '| engine | success@1 | success@3 | MRR | quiet | hushed |\n|---|---|---|---|---|---|'
  return `${head}\n${rows.join('\n')}\n\nКухня: ${materials.length} статей демо-базы, ${queries.length} вопросов словами поваров и зала, из них на часть база не отвечает. quiet — доля таких, где поиск не выдал ничего или сказал, что не уверен; hushed — то же на вопросах с ответом (чем меньше, тем лучше).`
}
