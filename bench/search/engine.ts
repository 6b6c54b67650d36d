import type { Material } from '@podmoga/search/documents'

/** A search engine under comparison. */
export type Engine = {
  name: string
  /** Takes the whole corpus in. */
  load(materials: readonly Material[]): Promise<void>
  /** Ids of at most ten materials, best first. */
  search(query: string): Promise<number[]> | number[]
  /** Whether it vouches for its answer; one that cannot say vouches for whatever it finds. */
  isSure?(query: string): boolean
  close?(): Promise<void>
}

/** How many answers count. */
export const ANSWERS = 10
