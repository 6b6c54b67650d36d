import type { Material } from '@podmoga/search/documents'

/** A search engine under comparison. */
export type Engine = {
  name: string
  /** Indexes the whole corpus. */
  load(materials: readonly Material[]): Promise<void>
  /** Ids of at most ten materials, best first. */
  search(query: string): Promise<number[]> | number[]
  /** Whether the engine is sure of its answer; without this function it counts as sure of any result. */
  isSure?(query: string): boolean
  close?(): Promise<void>
}

/** How many results count. */
export const ANSWERS = 10
