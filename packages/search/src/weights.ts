/**
 * All parameters of the ranking. The features were selected by two-fold cross-validation on the search lab's development
 * queries; the parameters were then fitted on all of them (`bench/search`). The comments explain the meaning of a number, not
 * its value.
 */
export const weights = {
  /** BM25F: the saturation of term frequency, and for each field its weight and the strength of length normalization. */
  saturation: 2.5,
  fields: { title: 9, headings: 3.75, body: 1, place: 4, references: 0.45, asked: 6 },
  lengths: { title: 0.35, headings: 0.6, body: 0.85, place: 0.3, references: 0.85, asked: 0.35 },
  /** Everyday Russian counts like this many additional texts of this many words. */
  background: { texts: 300, words: 300 },
  /** The exponent of the share of a phrase that is found. */
  phrase: 1.5,
  /**
   * Coefficients of the certainty; see `certainty.ts`. `none` is the intercept. One curve per kind of text: the same features
   * mean less for a one-line ticket than for an article. Fitted by `bench/search/search.bench.ts --certainty`.
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
  /** The certainty from which the search is considered sure. */
  sure: 0.6,
  /** The weight of an `also_asked` line relative to the title. */
  asked: 0.95,

  /** The full weight of a query is that of this many words with the highest weights; other words of a long text only add. */
  telling: 5,
  general: 0.25,
  /** The exponent of the share of the query that a material covers. */
  coverage: 0.45,

  /** The weights of the readings of a typed word, relative to the word itself. */
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
  /** How fast the weight of a reading decreases with each assumed typo. */
  mistake: 0.35,

  /** The importance of function and polite words. */
  functionWord: 0.08,
  politeWord: 0.35,

  /** A word with a smaller share of the query's weight is skipped in the first pass. */
  negligible: 0.01,

  /** The number of candidates that are scored by their texts. */
  candidates: 120,
  /** The coefficients of the text features; see Evidence. */
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
  /** The bonus if other articles of the same section or subcategory refer to something titled like the query. */
  neighbourhood: { section: 0.9, subcategory: 1.6 },
}
