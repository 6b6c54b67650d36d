/**
 * Every number the ranking depends on. What to count was chosen by fitting on one half of the search lab's
 * development queries and judging on the articles of the other, both ways; the numbers themselves were then fitted
 * on all of them (`bench/search`). The comments say what a number means, not why it is not another.
 */
export const weights = {
  /** How soon repeating a word stops helping; for each part its weight and how far its length matters (BM25F). */
  saturation: 2.5,
  fields: { title: 9, headings: 3.75, body: 1, place: 4, references: 0.45, asked: 6 },
  lengths: { title: 0.35, headings: 0.6, body: 0.85, place: 0.3, references: 0.85, asked: 0.35 },
  /** Everyday Russian: as if so many texts of so many words stood among the materials. */
  background: { texts: 300, words: 300 },
  /** Power of the share of a phrase that is there. */
  phrase: 1.5,
  /**
   * What certainty is made of; see `certainty.ts`. `none` stands for no grounds at all. One curve for each kind of text:
   * the same grounds tell less of a ticket of one line than of an article. Fitted by `bench/search/search.bench.ts --certainty`.
   */
  certainty: {
    article: {
      none: -6.33,
      explained: 2.4,
      telling: 1.8,
      named: 1.61,
      whole: 1.03,
      titleCovered: 1.03,
      lead: 0.27,
      many: 0,
    },
    ticket: {
      none: -2.79,
      explained: 1.48,
      telling: 2.01,
      named: 0.07,
      whole: 0.24,
      titleCovered: 1.05,
      lead: -0.05,
      many: 0,
    },
    own_ticket: {
      none: -4.41,
      explained: 2.16,
      telling: 2.27,
      named: 0.17,
      whole: 0,
      titleCovered: 0.3,
      lead: -0.16,
      many: -1.08,
    },
  },
  /** The least certainty with which the search says that it has found the answer. */
  sure: 0.6,
  /** What a line of «также спрашивают» is worth beside the title. */
  asked: 0.95,

  /** A question is as long as its so many most telling words; what a story tells beside them only adds. */
  telling: 5,
  general: 0.25,
  /** Power of the share of the query that a material covers. */
  coverage: 0.45,

  /** What a reading of a typed word is worth beside the word itself. */
  expansion: {
    sameStem: 0.97,
    nounStem: 0.9,
    prefix: 0.75,
    prefixOfKnown: 0.75,
    sound: 0.85,
    soundOfKnown: 0.6,
    soundPrefix: 0.7,
    skeleton: 0.75,
    skeletonOfKnown: 0.55,
    root: 0.6,
    rootOfUnknown: 0.8,
    typo: 0.95,
    typoOfRare: 0.4,
    synonym: 0.65,
  },
  /** How fast a reading loses worth with each mistake it supposes. */
  mistake: 0.35,

  /** Importance of words that only hold the question together. */
  functionWord: 0.08,
  politeWord: 0.35,

  /** A word worth less of the question than this is left out of the first pass. */
  negligible: 0.01,

  /** How many of the found materials are read closely. */
  candidates: 120,
  /** What the close reading adds up; see Evidence for the words. */
  evidence: {
    retrieval: 4.9,
    titleMatch: 2.5,
    titleCovered: 1.35,
    exactInTitle: 1.4,
    exactInBody: 0.95,
    nearInTitle: 1.6,
    nearInBody: 1.2,
    lead: 1.0,
    firstWord: 0.9,
    length: 0.08,
    passage: 1,
  },
  /** What it adds that other articles of the same section, or subcategory, point to something called so. */
  neighbourhood: { section: 0.9, subcategory: 1.6 },
}
