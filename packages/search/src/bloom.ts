/**
 * A Bloom filter of words: no false negatives, and 3 false positives in 1000 with our parameters. Takes a dozen bits per word
 * instead of a table of strings.
 */
export class Bloom {
  private readonly bits: Uint8Array

  /** @param bits made by {@link Bloom.of}; their length is a power of two */
  constructor(bits: Uint8Array) {
    this.bits = bits
  }

  /** Builds a filter of the words; `bytes` is a power of two. */
  static of(words: Iterable<string>, bytes: number): Bloom {
    const bits = new Uint8Array(bytes)
    for (const word of words) {
      const hashes = hashesOf(word)
      for (let i = 0; i < HASHES; i++) {
        const at = bitOf(hashes, i, bytes)
        bits[at >>> 3] = (bits[at >>> 3] ?? 0) | (1 << (at & 7))
      }
    }
    return new Bloom(bits)
  }

  has(word: string): boolean {
    const { bits } = this
    const hashes = hashesOf(word)
    for (let i = 0; i < HASHES; i++) {
      const at = bitOf(hashes, i, bits.length)
      if (((bits[at >>> 3] as number) & (1 << (at & 7))) === 0) return false
    }
    return true
  }

  /** The filter's bits, for storing in a file. */
  get bytes(): Uint8Array {
    return this.bits
  }
}

const HASHES = 6

type Hashes = { one: number; other: number }

const bitOf = ({ one, other }: Hashes, i: number, bytes: number): number =>
  (one + Math.imul(i, other)) & (bytes * 8 - 1)

function hashesOf(word: string): Hashes {
  let one = 0x811c9dc5
  let other = 0x9747b28c
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other ^ code, 0x5bd1e995)
    other ^= other >>> 15
  }
  return { one: mixed(one), other: mixed(other) | 1 }
}

function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return twice ^ (twice >>> 16)
}
