import type { Documents, Stored } from './documents.ts'
import { evidenceOf, weigh } from './evidence.ts'
import { Lens } from './lens.ts'
import { retrieve } from './retrieve.ts'
import type { QueryWord } from './understand.ts'
import { weights } from './weights.ts'
import { weighWords } from './worth.ts'

/** A material that answers a query. Scores only compare within one search. */
export type Ranked = { material: Stored; score: number; sureness: number }

/** The materials in order, and whether the first of them may be said to answer. */
export type Ranking = { ranked: Ranked[]; sure: boolean }

/**
 * Finds and orders materials for an understood query: BM25F brings the candidates, the best of them are read as
 * texts (does the title say it, do the words stand together), and the articles around them have a say.
 */
export function rank(documents: Documents, query: readonly QueryWord[], limit: number): Ranking {
  const words = weighWords(documents, query)
  const candidates = retrieve(documents, words)
  const top = candidates[0]?.score
  if (top === undefined) return { ranked: [], sure: false }
  const lens = new Lens(documents, words)
  const ranked: Ranked[] = []
  for (const { slot, score, sureness } of candidates) {
    const material = documents.slots[slot]
    if (material) ranked.push({ material, score: weigh(evidenceOf(material, lens, score / top)), sureness })
  }
  addNeighbourhood(ranked, lens)
  ranked.sort((a, b) => b.score - a.score)
  return { ranked: ranked.slice(0, limit), sure: (ranked[0]?.sureness ?? 0) >= weights.sure }
}

/**
 * When articles point to something called like the query («см. также: …»), the thing itself usually lives in
 * their own section and subcategory: its neighbours gain, the pointing articles do not.
 */
function addNeighbourhood(ranked: Ranked[], lens: Lens): void {
  const { worths } = lens
  const votes = ranked.map(({ material }) => {
    lens.look(material.references)
    const named = lens.bestStretch(worths.length + 2) ** 4
    return worths.length > 1 ? named : named / 2
  })
  const bySection = new Map<string, number>()
  const bySubcategory = new Map<string, number>()
  let all = 0.5
  ranked.forEach(({ material }, i) => {
    const vote = votes[i] ?? 0
    all += vote
    bySection.set(material.section, (bySection.get(material.section) ?? 0) + vote)
    bySubcategory.set(material.subcategory, (bySubcategory.get(material.subcategory) ?? 0) + vote)
  })
  ranked.forEach((entry, i) => {
    const own = votes[i] ?? 0
    const section = (bySection.get(entry.material.section) ?? 0) - own
    const subcategory = (bySubcategory.get(entry.material.subcategory) ?? 0) - own
    entry.score +=
      (weights.neighbourhood.section * section + weights.neighbourhood.subcategory * subcategory) / all
  })
}
