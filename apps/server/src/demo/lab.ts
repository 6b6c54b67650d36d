import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import { z } from 'zod'
import {
  businessOfNetwork,
  type FolderSection,
  type ImportWorld,
  importKnowledge,
} from '../knowledge/knowledge.module.ts'
import { progressBar } from '../progress-bar.ts'

const unzip = promisify(gunzip)

const CORPUS = ['corpus-1.jsonl.gz', 'corpus-2.jsonl.gz']

const Article = z.object({
  id: z.number().int(),
  title: z.string(),
  section: z.string(),
  subcategory: z.string(),
  html: z.string(),
})

/**
 * Imports the search lab's corpus from LAB_DIR as the knowledge base of a network's business, with the ordinary import, and
 * writes `DATA_DIR/lab-map.json`, which maps corpus ids to material ids.
 */
export const seedLab = async (world: ImportWorld, network: string): Promise<void> => {
  const { sql, config } = world
  const business_id = await businessOfNetwork(sql, network)
  const sections = await readCorpus(resolve(config.LAB_DIR))
  const bar = progressBar('Корпус поиска')
  await importKnowledge(
    world,
    business_id,
    { dir: config.LAB_DIR, sections, synonyms: null, left_out: [] },
    bar,
  )
  const rows = await sql<{ id: string; slug: string }[]>`
    select id, slug from materials where business_id = ${business_id} and starts_with(slug, ${PREFIX})`
  const ids = rows.map(({ slug, id }) => [slug.slice(PREFIX.length), id])
  await mkdir(config.DATA_DIR, { recursive: true })
  await writeFile(join(config.DATA_DIR, 'lab-map.json'), JSON.stringify(Object.fromEntries(ids)))
}

const PREFIX = 'corpus-'

const readCorpus = async (dir: string): Promise<FolderSection[]> => {
  const sections = new Map<string, FolderSection>()
  for (const file of CORPUS) {
    const path = join(dir, file)
    const packed = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      throw new StartError(`LAB_DIR: файл ${path} не читается (${error.code}).`, { cause: error })
    })
    for (const line of (await unzip(packed)).toString().split('\n'))
      if (line !== '') addArticle(sections, Article.parse(JSON.parse(line)))
  }
  return [...sections.values()]
}

const addArticle = (
  sections: Map<string, FolderSection>,
  { id, title, section, subcategory, html }: z.output<typeof Article>,
): void => {
  let above = sections.get(section)
  if (above === undefined) {
    const position = sections.size + 1
    above = { slug: `section-${position}`, name: section, position, subcategories: [] }
    sections.set(section, above)
  }
  const name = subcategory === '' ? 'Общее' : subcategory
  let part = above.subcategories.find((other) => other.name === name)
  if (part === undefined) {
    const position = above.subcategories.length + 1
    part = { slug: `part-${position}`, name, position, articles: [] }
    above.subcategories.push(part)
  }
  part.articles.push({ slug: `${PREFIX}${id}`, title, html, files: [], faq: null, published: true })
}
