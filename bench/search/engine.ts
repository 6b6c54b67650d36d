import type { Material } from '../../apps/server/src/knowledge/search/documents.ts'

/** A search engine under comparison. */
export type Engine = {
  name: string
  /** Takes the whole corpus in; false when the engine is not on this machine. */
  load(materials: readonly Material[]): Promise<boolean>
  /** Ids of at most ten materials, best first. */
  search(query: string): Promise<number[]> | number[]
  close?(): Promise<void>
}

/** How many answers count. */
export const ANSWERS = 10

/**
 * Imports a package that need not be installed: a comparison is worth having, not worth a dependency of the
 * product.
 */
export async function importIfInstalled(name: string): Promise<unknown> {
  try {
    return await import(name)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}
