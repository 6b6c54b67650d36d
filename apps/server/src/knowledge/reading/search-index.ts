import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Material } from '@podmoga/search/documents'
import { loadRussian } from '@podmoga/search/russian'
import { createIndex, type SearchIndex } from '@podmoga/search/search-index'
import type { SynonymGroup } from '@podmoga/search/synonyms'
import { loadThesaurus } from '@podmoga/search/thesaurus'
import type { World } from '../../world.ts'
import { findRevisionFor, type Reader } from '../knowledge.audience.sql.ts'
import type { Comparison, DeskSearch, SearchChange } from '../knowledge.desk-search.ts'
import type { PlacedRow } from '../knowledge.rows.ts'
import { listSynonymRows, listThesaurusOff } from '../knowledge.words.sql.ts'
import { findRevision } from '../knowledge.write.sql.ts'
import { type IndexedRow, listBasesToWarm, listIndexedRows, listVersionRows } from './search-index.sql.ts'

/** A search result; results are sorted best first. */
export interface FoundMaterial extends PlacedRow {
  snippet: string
  /** False on all results if the search is not confident that any of them answers the query. */
  sure: boolean
}

/** In-memory search of all knowledge bases. */
export interface KnowledgeSearch extends DeskSearch {
  /**
   * Returns at most `limit` published materials of a business that are for this reader. Sees every change that was committed
   * before the call.
   */
  search: (business_id: string, query: string, limit: number, reader: Reader) => Promise<FoundMaterial[]>
  /** Builds the indexes in advance, so that the first search does not wait. Never rejects. */
  warm: () => Promise<void>
  /** Stops all reading. Resolves once the database is no longer used. */
  stop: () => Promise<void>
}

interface Base {
  index: SearchIndex
  /** Materials in the index, by id. */
  placed: Map<string, PlacedRow & { version: number }>
  /** Synonyms of the business, and thesaurus groups that it has not switched off. */
  synonyms: (readonly string[] | SynonymGroup)[]
  /** Cached results since the last change of the index, by query, limit and hidden materials. */
  answers: Map<string, FoundMaterial[]>
  /** The revision of the base that the index reflects. */
  revision: string
  /** The refresh in progress. */
  refreshing: Promise<void> | null
}

/** Maximum number of materials indexed at startup, some 150 MB of memory; other bases are read at their first search. */
const WARM = 20_000
/** A search waits for at most this many changes; with more, the old index answers meanwhile. */
const WORTH_WAITING = 200
/** Maximum number of cached results per base: people of a chain type the same queries, letter by letter. */
const ANSWERS_KEPT = 200
/** Rows per query. {@link PUT} of them are indexed per turn of the event loop, about 5 ms of work. */
const READ = 500
/** A comparison yields to the event loop after this many questions, and stops after this time. */
const COMPARED = 5
const COMPARING_MS = 2_000
const EXAMPLES = 20
const PUT = 10

/**
 * Makes the search. Before each answer the revision of the base, one row by primary key, is compared with that of the index.
 * Changes are found by comparing versions, so that a missed message, a second server or a manual change of the database cannot
 * leave an index stale.
 */
export const makeKnowledgeSearch = ({ sql, log }: Pick<World, 'sql' | 'log'>): KnowledgeSearch => {
  const bases = new Map<string, Base>()
  const running = new Set<Promise<void>>()
  let stopped = false

  const baseOf = (business_id: string): Base => {
    const found = bases.get(business_id)
    if (found !== undefined) return found
    const base: Base = {
      index: createIndex(loadRussian()),
      placed: new Map(),
      synonyms: [],
      answers: new Map(),
      revision: '',
      refreshing: null,
    }
    bases.set(business_id, base)
    return base
  }

  const refresh = async (business_id: string, base: Base, revision: string): Promise<void> => {
    const versions = await sql.onReplica((db) => listVersionRows(db, business_id))
    const there = new Set(versions.map(({ id }) => id))
    for (const id of base.placed.keys()) if (!there.has(id)) forget(base, id)
    const changed = versions.filter(({ id, version }) => base.placed.get(id)?.version !== version)
    base.synonyms = await synonymsOf(sql, business_id)
    base.answers.clear()
    const take = async () => {
      for (let at = 0; at < changed.length; at += READ) {
        if (stopped) return
        const ids = changed.slice(at, at + READ).map(({ id }) => id)
        await putAll(base, await sql.onReplica((db) => listIndexedRows(db, ids)))
      }
      base.revision = revision
    }
    const first = base.revision === ''
    if (first || changed.length <= WORTH_WAITING) return take()
    // Set in advance: otherwise every search meanwhile would start the same refresh again.
    base.revision = revision
    const work = take()
      .catch((error: unknown) => {
        base.revision = '-'
        log.warn({ err: error, business_id }, 'search index is behind')
      })
      .finally(() => running.delete(work))
    running.add(work)
  }

  const catchUp = async (business_id: string, reader: Reader | null = null) => {
    const base = baseOf(business_id)
    for (;;) {
      const { revision, hidden } = await revisionOf(sql, business_id, reader)
      if (stopped || base.revision === revision) return { base, hidden }
      // A refresh in progress may have started before the change that this call must see: wait for it, then check again.
      if (base.refreshing === null)
        base.refreshing = refresh(business_id, base, revision).finally(() => {
          base.refreshing = null
        })
      await base.refreshing
    }
  }

  return {
    search: async (business_id, query, limit, reader) => {
      const { base, hidden } = await catchUp(business_id, reader)
      return answerOf(base, query, limit, hidden)
    },
    nearest: async (business_id, queries) => {
      const { base } = await catchUp(business_id)
      return queries.map((query) => firstOf(base, query, base.synonyms)?.material ?? null)
    },
    compare: async (business_id, questions, change) => {
      const { base } = await catchUp(business_id)
      return compareFirst(base, questions, await changedIn(sql, base, change))
    },
    warm: async () => {
      const work = (async () => {
        for (const business_id of await listBasesToWarm(sql, WARM)) await catchUp(business_id)
      })()
        .catch((error: unknown) => log.warn({ err: error }, 'search index not read at the start'))
        .finally(() => running.delete(work))
      running.add(work)
      await work
    },
    stop: async () => {
      stopped = true
      await Promise.all(running)
    },
  }
}

/** The desk sees all materials, so nothing is hidden from it. */
const revisionOf = async (sql: World['sql'], business_id: string, reader: Reader | null) =>
  reader === null || reader.member_id === null
    ? { revision: await findRevision(sql, business_id), hidden: [] }
    : findRevisionFor(sql, business_id, reader)

const answerOf = (base: Base, query: string, limit: number, hidden: readonly string[]): FoundMaterial[] => {
  const asked = JSON.stringify([query, limit, hidden])
  const answered = base.answers.get(asked)
  if (answered !== undefined) return answered
  const options = { limit, synonyms: base.synonyms, without: hidden.map(Number) }
  const found = base.index.search(query, options).flatMap(({ id, snippet, sure }) => {
    const placed = base.placed.get(String(id))
    if (placed === undefined) return []
    const { version: _version, ...material } = placed
    return [{ ...material, snippet, sure }]
  })
  const [oldest] = base.answers.keys()
  if (base.answers.size >= ANSWERS_KEPT && oldest !== undefined) base.answers.delete(oldest)
  base.answers.set(asked, found)
  return found
}

const firstOf = (base: Base, query: string, synonyms: Base['synonyms']) => {
  const [first] = base.index.search(query, { limit: 1, synonyms })
  const placed = first && base.placed.get(String(first.id))
  return placed && { material: { id: placed.id, title: placed.title }, sure: first.sure }
}

/** Overrides for the searches of a comparison. */
interface Changed {
  synonyms?: Base['synonyms']
  swap?: { kept: Material; changed: Material }
}

const changedIn = async (sql: World['sql'], base: Base, change: SearchChange): Promise<Changed> => {
  // Synonyms of the business are arrays of words; groups of the thesaurus are objects.
  if ('synonyms' in change)
    return { synonyms: [...change.synonyms, ...base.synonyms.filter((group) => !Array.isArray(group))] }
  const [row] = await listIndexedRows(sql, [change.material_id])
  // An unpublished material is never a result.
  if (row === undefined) return {}
  return {
    swap: { kept: materialOf(row), changed: materialOf({ ...row, also_asked: [...change.also_asked] }) },
  }
}

const compareFirst = async (
  base: Base,
  questions: readonly string[],
  { synonyms = base.synonyms, swap }: Changed,
): Promise<Comparison> => {
  const until = performance.now() + COMPARING_MS
  const done: Comparison = { looked: 0, moved: 0, found: 0, lost: 0, examples: [] }
  for (let at = 0; at < questions.length && performance.now() <= until; at += COMPARED) {
    const some = questions.slice(at, at + COMPARED)
    const before = some.map((question) => firstOf(base, question, base.synonyms))
    // Swapped in and out synchronously, so that no other search sees it.
    if (swap !== undefined) base.index.put(swap.changed)
    try {
      for (const [i, question] of some.entries())
        compareOne(done, question, before[i], firstOf(base, question, synonyms))
    } finally {
      if (swap !== undefined) base.index.put(swap.kept)
    }
    await nextTurn()
  }
  return done
}

type First = ReturnType<typeof firstOf>

const compareOne = (done: Comparison, question: string, before: First, after: First): void => {
  done.looked++
  if (after?.sure === true && before?.sure !== true) done.found++
  if (before?.sure === true && after?.sure !== true) done.lost++
  if (before?.material.id === after?.material.id) return
  done.moved++
  if (done.examples.length < EXAMPLES)
    done.examples.push({
      question,
      before: before?.material.title ?? null,
      after: after?.material.title ?? null,
    })
}

const synonymsOf = async (sql: World['sql'], business_id: string): Promise<Base['synonyms']> => {
  const [own, off] = await Promise.all([
    listSynonymRows(sql, business_id),
    listThesaurusOff(sql, business_id),
  ])
  return [...own, ...loadThesaurus().filter(({ id }) => !off.includes(id))]
}

const forget = (base: Base, id: string): void => {
  base.index.remove(Number(id))
  base.placed.delete(id)
  base.answers.clear()
}

const materialOf = ({ id, title, section_name, subcategory_name, ...row }: IndexedRow): Material => ({
  id: Number(id),
  title,
  section_name,
  subcategory_name,
  headings: row.headings === '' ? [] : row.headings.split('\n'),
  text: row.plain_text,
  also_asked: row.also_asked,
})

const putAll = async (base: Base, rows: readonly IndexedRow[]): Promise<void> => {
  for (const [at, row] of rows.entries()) {
    const { headings: _headings, plain_text: _text, also_asked: _asked, ...placed } = row
    base.index.put(materialOf(row))
    base.placed.set(row.id, placed)
    base.answers.clear()
    if (at % PUT === PUT - 1) await nextTurn()
  }
}
