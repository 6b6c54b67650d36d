import { setImmediate as nextTurn } from 'node:timers/promises'
import { loadRussian } from '@podmoga/search/russian'
import { createIndex, type SearchIndex } from '@podmoga/search/search-index'
import type { SynonymGroup } from '@podmoga/search/synonyms'
import { loadThesaurus } from '@podmoga/search/thesaurus'
import type { World } from '../../world.ts'
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
export interface KnowledgeSearch {
  /** At most `limit` published materials of a business. It knows every change that was committed before it was asked. */
  search: (business_id: string, query: string, limit: number) => Promise<FoundMaterial[]>
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
  /** The revision of the base that the index has reached. */
  revision: string
  /** The refresh under way. */
  refreshing: Promise<void> | null
}

/** Materials read at the start, some 150 MB of memory; the bases beyond are read at their first search. */
const WARM = 20_000
/** So few changes are waited for; while more are taken in, the index answers as it is. */
const WORTH_WAITING = 200
/** Rows read at once, and put between two turns of the event loop: about 5 ms of work. */
const READ = 500
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
      revision: '',
      refreshing: null,
    }
    bases.set(business_id, base)
    return base
  }

  const refresh = async (business_id: string, base: Base, revision: string): Promise<void> => {
    const versions = await listVersionRows(sql, business_id)
    const there = new Set(versions.map(({ id }) => id))
    for (const id of base.placed.keys()) if (!there.has(id)) forget(base, id)
    const changed = versions.filter(({ id, version }) => base.placed.get(id)?.version !== version)
    base.synonyms = await synonymsOf(sql, business_id)
    const take = async () => {
      for (let at = 0; at < changed.length; at += READ) {
        if (stopped) return
        const ids = changed.slice(at, at + READ).map(({ id }) => id)
        await putAll(base, await listIndexedRows(sql, ids))
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

  const catchUp = async (business_id: string): Promise<Base> => {
    const base = baseOf(business_id)
    while (!stopped) {
      const revision = await findRevision(sql, business_id)
      if (base.revision === revision) return base
      // Somebody's refresh may have begun before the change that we must see: wait for it, then look again.
      if (base.refreshing === null)
        base.refreshing = refresh(business_id, base, revision).finally(() => {
          base.refreshing = null
        })
      await base.refreshing
    }
    return base
  }

  return {
    search: async (business_id, query, limit) => {
      const base = await catchUp(business_id)
      return base.index.search(query, { limit, synonyms: base.synonyms }).flatMap(({ id, snippet, sure }) => {
        const placed = base.placed.get(String(id))
        if (placed === undefined) return []
        const { version: _version, ...material } = placed
        return [{ ...material, snippet, sure }]
      })
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
}

const putAll = async (base: Base, rows: readonly IndexedRow[]): Promise<void> => {
  for (const [at, row] of rows.entries()) {
    const { headings, plain_text, also_asked, ...placed } = row
    base.index.put({
      id: Number(row.id),
      title: row.title,
      section_name: row.section_name,
      subcategory_name: row.subcategory_name,
      headings: headings === '' ? [] : headings.split('\n'),
      text: plain_text,
      also_asked,
    })
    base.placed.set(row.id, placed)
    if (at % PUT === PUT - 1) await nextTurn()
  }
}
