import { type Language, NO_LANGUAGE } from './language.ts'
import { partReferences } from './references.ts'
import { Scratch } from './scratch.ts'
import { cleanText, eachWord } from './tokenize.ts'
import { Vocabulary } from './vocabulary.ts'
import { weights } from './weights.ts'

/** What the search knows of a published material. */
export type Material = {
  id: number
  title: string
  section_name: string
  /** Empty when the material stands in the section itself. */
  subcategory_name: string
  /** The article's headings, in order, each as one of the lines of `text`. */
  headings: readonly string[]
  /** What people ask when they need it, in their own words: as good as titles, though nobody reads them. */
  also_asked?: readonly string[]
  /** Texts of the links to other materials, as they stand in `text`. */
  links?: readonly string[]
  /** The whole readable text, headings included, one line for each block. */
  text: string
}

/** An indexed material: its words by number, in order, so that nearness can be measured. */
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
  /** What people ask, each line of it and all together. */
  asked: Uint32Array[]
  allAsked: Uint32Array
}

/** How many parts of a material are counted apart: title, headings, body, place, references, asked. */
export const FIELDS = 6

/** For each part, where its count stands in the packed 30 bits and the highest count kept. */
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
 * The materials and their postings: for each stem, the slots of the materials that hold it, ascending, each
 * followed by its packed counts. Adding or removing one material touches only its own stems.
 */
export class Documents {
  readonly vocabulary: Vocabulary
  readonly slots: (Stored | undefined)[] = []
  /** By stem: [slot, counts, slot, counts, …]. */
  readonly postings: number[][] = []
  count = 0
  readonly language: Language
  readonly scratch = new Scratch()

  /** Words of each part over all materials, for average lengths. */
  private readonly totals = new Float64Array(FIELDS)
  private divisors: Float32Array | undefined
  private rarities: Float64Array | undefined
  private readonly slotOf = new Map<number, number>()
  private readonly free: number[] = []
  /** What {@link without} has taken out for now: its materials by slot, and in how many of them a stem stands. */
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

  /** Forgets a material; false when it was not there. */
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
      const at: number = placeOf(list, slot)
      if (list[at] === slot) list.splice(at, 2)
    }
    return true
  }

  /**
   * Does something as if these materials were not there: no word, count or rarity tells of them. It is to be over within
   * one turn of the event loop. Their postings stay: {@link outSlots} tells them.
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

  /** The slots that have postings and are not to be found now. */
  outSlots(): IterableIterator<number> {
    return this.out.keys()
  }

  /** In how many materials a stem stands. */
  frequency(stem: number): number {
    return (this.postings[stem]?.length ?? 0) / 2 - (this.outByStem.get(stem) ?? 0)
  }

  /** The packed counts of a stem in the material at a slot; 0 when it does not hold it. */
  countsOf(stem: number, slot: number): number {
    const list = this.postings[stem]
    if (!list) return 0
    const at = placeOf(list, slot)
    return list[at] === slot ? (list[at + 1] ?? 0) : 0
  }

  /** By slot × FIELDS + part: the part's length against the average, tempered; what BM25F divides counts by. */
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

  /** By stem, how rare it is, or NaN where nobody asked yet; a place to keep what {@link rarity} works out. */
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
    else list.splice(placeOf(list, slot), 0, slot, counts)
  }
}

/** Where a slot stands, or would stand, in an ascending posting list. */
function placeOf(list: number[], slot: number): number {
  let low = 0
  let high = list.length / 2
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle * 2] ?? 0) < slot) low = middle + 1
    else high = middle
  }
  return low * 2
}
