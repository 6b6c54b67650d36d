/**
 * Reusable buffers, used by one search at a time: allocating them for each search would cost more than filling them. Each
 * call returns a zeroed buffer.
 */
export class Scratch {
  private readonly floats = new Map<string, Float32Array>()
  private readonly marks = new Map<string, Uint16Array>()

  float(name: string, length: number): Float32Array {
    const kept = this.floats.get(name)
    if (kept?.length === length) return kept.fill(0)
    const made = new Float32Array(length)
    this.floats.set(name, made)
    return made
  }

  mark(name: string, length: number): Uint16Array {
    const kept = this.marks.get(name)
    if (kept?.length === length) return kept.fill(0)
    const made = new Uint16Array(length)
    this.marks.set(name, made)
    return made
  }
}
