import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Material } from '@podmoga/search/documents'
import { loadRussian } from '@podmoga/search/russian'
import { createIndex, type SearchIndex } from '@podmoga/search/search-index'
import type { SynonymGroup } from '@podmoga/search/synonyms'
import { loadThesaurus } from '@podmoga/search/thesaurus'
import type { World } from '../../world.ts'
import type { Asking, Comparison, SearchChange } from '../knowledge.asking.ts'
import { findRevisionFor, type Reader } from '../knowledge.audience.sql.ts'
import type { PlacedRow } from '../knowledge.rows.ts'
import { listSynonymRows, listThesaurusOff } from '../knowledge.words.sql.ts'
import { findRevision } from '../knowledge.write.sql.ts'
import { type IndexedRow, listBasesToWarm, listIndexedRows, listVersionRows } from './knowledge.index.sql.ts'

/** A material that answers a query, best first. */
export interface FoundMaterial extends PlacedRow {
  snippet: string
  /** False on every item when the search cannot say that any of them answers. */
  sure: boolean
}

/** The search of every knowledge base, in memory. */
export interface KnowledgeSearch extends Asking {
  /**
   * At most `limit` published materials of a business, and nothing of those that are for others than this reader. It knows
   * every change that was committed before it was asked.
   */
  search: (business_id: string, query: string, limit: number, reader: Reader) => Promise<FoundMaterial[]>
  /** Reads the bases beforehand, so that nobody waits for the first search. Never rejects. */
  warm: () => Promise<void>
  /** Leaves off whatever is being read; resolves when nothing touches the database any more. */
  stop: () => Promise<void>
}

interface Base {
  index: SearchIndex
  /** What the index holds, by id. */
  placed: Map<string, PlacedRow & { version: number }>
  /** The business's own, and what it has not switched off of the product's. */
  synonyms: (readonly string[] | SynonymGroup)[]
  /** What was answered since the index has changed last, by query and by what is kept from its reader. */
  answers: Map<string, FoundMaterial[]>
  /** The revision of the base that the index has reached. */
  revision: string
  /** The refresh under way. */
  refreshing: Promise<void> | null
}

/** Materials read at the start, some 150 MB of memory; the bases beyond are read at their first search. */
const WARM = 20_000
/** So few changes are waited for; while more are taken in, the index answers as it is. */
const WORTH_WAITING = 200
/** Answers that a base keeps: the people of a chain ask the same, letter by letter. */
const ANSWERS_KEPT = 200
/** Rows read at once, and put between two turns of the event loop: about 5 ms of work. */
const READ = 500
/** A comparison looks at so many questions between two turns of the loop, and for so long at most. */
const COMPARED = 5
const COMPARING_MS = 2_000
const EXAMPLES = 20
const PUT = 10

/**
 * Makes the search. Before each answer the revision of the base is compared with the index's: one row, found by key.
 * What has changed is read by comparing versions, so a missed message, a second server or a change by hand in the
 * database cannot leave an index behind.
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
    // Marked as reached beforehand: otherwise every search meanwhile would begin the same work again.
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
      // Somebody's refresh may have begun before the change that we must see: wait for it, then look again.
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

/** The desk is shown all there is. */
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

/** What a comparison changes for its own searches. */
interface Changed {
  synonyms?: Base['synonyms']
  swap?: { kept: Material; changed: Material }
}

const changedIn = async (sql: World['sql'], base: Base, change: SearchChange): Promise<Changed> => {
  // The editor's own are bare lists of words; the product's have names.
  if ('synonyms' in change)
    return { synonyms: [...change.synonyms, ...base.synonyms.filter((group) => !Array.isArray(group))] }
  const [row] = await listIndexedRows(sql, [change.material_id])
  // What is not published is no answer, however it is asked for.
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
    // Put and taken back within one turn of the loop: nobody else searches meanwhile.
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
