import { type Language, NO_LANGUAGE } from './language.ts'
import { partReferences } from './references.ts'
import { Scratch } from './scratch.ts'
import { cleanText, eachWord } from './tokenize.ts'
import { Vocabulary } from './vocabulary.ts'
import { weights } from './weights.ts'

/** The searchable data of a published material. */
export type Material = {
  id: number
  title: string
  section_name: string
  /** Empty if the material is directly in the section. */
  subcategory_name: string
  /** The article's headings, in order; each is also a line of `text`. */
  headings: readonly string[]
  /** Questions as people ask them: as relevant as titles, but not shown. */
  also_asked?: readonly string[]
  /** Texts of the links to other materials, as in `text`. */
  links?: readonly string[]
  /** The whole plain text, including headings, one line per block. */
  text: string
}

/** An indexed material: its word ids in order, so that proximity can be measured. */
export type Stored = {
  id: number
  text: string
  section: string
  subcategory: string
  title: Uint32Array
  headings: Uint32Array
  body: Uint32Array
  place: Uint32Array
  references: Uint32Array
  /** The `also_asked` lines, each and all together. */
  asked: Uint32Array[]
  allAsked: Uint32Array
}

/** The number of fields with separate counts: title, headings, body, place (section and subcategory), references, asked. */
export const FIELDS = 6

/** For each field, the position of its count in the packed 30 bits, and the maximum count. */
const PACKING = [
  { shift: 0, most: 15 },
  { shift: 4, most: 31 },
  { shift: 9, most: 255 },
  { shift: 17, most: 7 },
  { shift: 20, most: 31 },
  { shift: 25, most: 31 },
]

function partsOf(stored: Stored): Uint32Array[] {
  return [stored.title, stored.headings, stored.body, stored.place, stored.references, stored.allAsked]
}

/**
 * The inverted index: for each stem, a posting list of the slots of the materials that contain it, ascending, each followed
 * by its packed counts. Adding or removing a material touches only its own stems.
 */
export class Documents {
  readonly vocabulary: Vocabulary
  readonly slots: (Stored | undefined)[] = []
  /** By stem: [slot, counts, slot, counts, …]. */
  readonly postings: number[][] = []
  count = 0
  readonly language: Language
  readonly scratch = new Scratch()

  /** The total number of words in each field over all materials, for average lengths. */
  private readonly totals = new Float64Array(FIELDS)
  private divisors: Float32Array | undefined
  private rarities: Float64Array | undefined
  private readonly slotOf = new Map<number, number>()
  private readonly free: number[] = []
  /** Materials temporarily excluded by {@link without}, by slot, and the number of them with each stem. */
  private readonly out = new Map<number, Stored>()
  private readonly outByStem = new Map<number, number>()

  constructor(language: Language = NO_LANGUAGE) {
    this.language = language
    this.vocabulary = new Vocabulary(language)
  }

  /** Adds a material, or replaces the one with its id. */
  put(material: Material): void {
    this.remove(material.id)
    const slot = this.free.pop() ?? this.slots.length
    const stored = this.read(material)
    this.slots[slot] = stored
    this.slotOf.set(material.id, slot)
    this.account(stored, 1)
    for (const [stem, counts] of this.countsByStem(stored)) this.insert(stem, slot, counts)
  }

  /** Removes a material; false if there was none. */
  remove(id: number): boolean {
    const slot = this.slotOf.get(id)
    const stored = slot === undefined ? undefined : this.slots[slot]
    if (slot === undefined || !stored) return false
    this.slots[slot] = undefined
    this.slotOf.delete(id)
    this.free.push(slot)
    this.account(stored, -1)
    for (const stem of this.countsByStem(stored).keys()) {
      const list = this.postings[stem]
      if (!list) continue
      const at: number = indexOfSlot(list, slot)
      if (list[at] === slot) list.splice(at, 2)
    }
    return true
  }

  /**
   * Runs work as if these materials did not exist: they affect no word, count or rarity. The work must be synchronous. Their
   * postings stay in the lists: see {@link outSlots}.
   */
  without<T>(ids: readonly number[], work: () => T): T {
    const { divisors, rarities } = this
    for (const id of ids) this.takeOut(id)
    try {
      return work()
    } finally {
      for (const [slot, stored] of this.out) {
        this.slots[slot] = stored
        this.account(stored, 1)
      }
      this.out.clear()
      this.outByStem.clear()
      this.divisors = divisors
      this.rarities = rarities
    }
  }

  private takeOut(id: number): void {
    const slot = this.slotOf.get(id)
    const stored = slot === undefined ? undefined : this.slots[slot]
    if (slot === undefined || !stored) return
    this.slots[slot] = undefined
    this.out.set(slot, stored)
    this.account(stored, -1)
    for (const stem of this.countsByStem(stored).keys())
      this.outByStem.set(stem, (this.outByStem.get(stem) ?? 0) + 1)
  }

  /** Slots that have postings but are excluded now. */
  outSlots(): IterableIterator<number> {
    return this.out.keys()
  }

  /** The number of materials with a stem. */
  frequency(stem: number): number {
    return (this.postings[stem]?.length ?? 0) / 2 - (this.outByStem.get(stem) ?? 0)
  }

  /** The packed counts of a stem in the material at a slot; 0 if it does not contain the stem. */
  countsOf(stem: number, slot: number): number {
    const list = this.postings[stem]
    if (!list) return 0
    const at = indexOfSlot(list, slot)
    return list[at] === slot ? (list[at + 1] ?? 0) : 0
  }

  /** By slot × FIELDS + field: the BM25F length normalization, by which counts are divided. */
  lengthDivisors(): Float32Array {
    if (this.divisors) return this.divisors
    const { title, headings, body, place, references, asked } = weights.lengths
    const matters = [title, headings, body, place, references, asked]
    const divisors = new Float32Array(this.slots.length * FIELDS).fill(1)
    this.slots.forEach((stored, slot) => {
      if (!stored) return
      partsOf(stored).forEach((words, field) => {
        const average = (this.totals[field] ?? 0) / Math.max(1, this.count) || 1
        const share = matters[field] ?? 0
        divisors[slot * FIELDS + field] = 1 - share + (share * words.length) / average
      })
    })
    this.divisors = divisors
    return divisors
  }

  /** The cache of {@link rarity}, by stem; NaN if not computed yet. */
  keptRarities(): Float64Array {
    this.rarities ??= new Float64Array(this.vocabulary.stems.length).fill(Number.NaN)
    return this.rarities
  }

  private read(material: Material): Stored {
    const text = cleanText(material.text)
    const parted = partReferences(text, material.headings.map(cleanText), material.links?.map(cleanText))
    const asked = (material.also_asked ?? []).map((line) => this.wordsOf(cleanText(line)))
    const subcategory = `${material.section_name}\n${material.subcategory_name}`
    return {
      id: material.id,
      text,
      section: material.section_name,
      subcategory,
      title: this.wordsOf(cleanText(material.title)),
      headings: this.wordsOf(cleanText(material.headings.join('\n'))),
      body: this.wordsOf(parted.own),
      place: this.wordsOf(cleanText(subcategory)),
      references: this.wordsOf(parted.references),
      asked,
      allAsked: Uint32Array.from(asked.flatMap((words) => Array.from(words))),
    }
  }

  private wordsOf(text: string): Uint32Array {
    const ids: number[] = []
    eachWord(text, (word) => ids.push(this.vocabulary.learn(word)))
    return Uint32Array.from(ids)
  }

  private account(stored: Stored, sign: 1 | -1): void {
    this.count += sign
    this.divisors = undefined
    this.rarities = undefined
    const seen = new Set<number>()
    partsOf(stored).forEach((words, field) => {
      this.totals[field] = (this.totals[field] ?? 0) + sign * words.length
      for (const word of words) seen.add(word)
    })
    const { uses } = this.vocabulary
    for (const word of seen) uses[word] = (uses[word] ?? 0) + sign
  }

  private countsByStem(stored: Stored): Map<number, number> {
    const { stemOf } = this.vocabulary
    const counts = new Map<number, number>()
    partsOf(stored).forEach((words, field) => {
      const { shift, most } = PACKING[field] ?? { shift: 0, most: 0 }
      for (const word of words) {
        const stem = stemOf[word] ?? 0
        const packed = counts.get(stem) ?? 0
        if (((packed >>> shift) & most) < most) counts.set(stem, packed + (1 << shift))
      }
    })
    return counts
  }

  private insert(stem: number, slot: number, counts: number): void {
    const list = this.postings[stem]
    if (!list) this.postings[stem] = [slot, counts]
    else if ((list[list.length - 2] ?? -1) < slot) list.push(slot, counts)
    else list.splice(indexOfSlot(list, slot), 0, slot, counts)
  }
}

/** The index of a slot in an ascending posting list, or where to insert it. */
function indexOfSlot(list: number[], slot: number): number {
  let low = 0
  let high = list.length / 2
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle * 2] ?? 0) < slot) low = middle + 1
    else high = middle
  }
  return low * 2
}
