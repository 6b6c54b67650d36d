import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Material } from '@podmoga/search/documents'
import { textOfHtml } from '../../apps/server/src/knowledge/html-text.ts'

/** A query of the lab: its class, its text, and the ids of the articles that answer it. */
export type LabQuery = { id: string; cls: string; q: string; rel: number[] }

type LabArticle = { id: number; title: string; section: string; subcategory: string; html: string }

/** The lab's classes in the order of its own table. */
export const CLASSES =
  'base inflect verb typo1 typo2 prefix layout translit loan yo question shuffle noise combo'.split(' ')

/** The folder of the lab's files: LAB_DIR, or the one beside the repository. */
export function labDir(): string {
  return resolve(process.env.LAB_DIR ?? join(import.meta.dirname, '../../../shared/search'))
}

function readLines<Row>(file: string): Row[] {
  const text = gunzipSync(readFileSync(join(labDir(), file))).toString()
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row)
}

/** Reads the corpus as our materials. */
export function readCorpus(): Material[] {
  return ['corpus-1.jsonl.gz', 'corpus-2.jsonl.gz'].flatMap((file) =>
    readLines<LabArticle>(file).map(({ id, title, section, subcategory, html }) => ({
      id,
      title,
      section_name: section,
      subcategory_name: subcategory,
      ...textOfHtml(html),
    })),
  )
}

/** The development queries. */
export function readQueries(): LabQuery[] {
  return readLines<LabQuery>('queries-dev.jsonl.gz')
}

/** Whether the lab exists on this machine. */
export function labIsHere(): boolean {
  return existsSync(join(labDir(), 'corpus-1.jsonl.gz'))
}

/**
 * Returns the half of the queries to which a query belongs, by its article. Fit new weights on `fit` and judge them on
 * `held`; the present weights were fitted on both in the end, so neither row of the table is held out for them.
 */
export function halfOf(query: LabQuery): 'fit' | 'held' {
  let hash = 2166136261
  for (const digit of String(Math.min(...query.rel))) hash = Math.imul(hash ^ digit.charCodeAt(0), 16777619)
  return (hash >>> 7) & 1 ? 'held' : 'fit'
}
