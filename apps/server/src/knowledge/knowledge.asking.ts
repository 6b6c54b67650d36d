/** How many questions were looked at, how many get another first answer, become sure or cease to be; the newest of them. */
export interface Comparison {
  looked: number
  moved: number
  found: number
  lost: number
  examples: { question: string; before: string | null; after: string | null }[]
}

/** Other synonyms of the editor, or other questions that a published material is asked with. */
export type SearchChange =
  | { synonyms: readonly (readonly string[])[] }
  | { material_id: string; also_asked: readonly string[] }

/** What the editors ask of the search that reads: about many questions at once. */
export interface Asking {
  /** The material that each query comes nearest to, sure or not; null where there is none. */
  nearest: (
    business_id: string,
    queries: readonly string[],
  ) => Promise<({ id: string; title: string } | null)[]>
  /** What a change would do to the first answers of these questions; nothing is kept. */
  compare: (business_id: string, questions: readonly string[], change: SearchChange) => Promise<Comparison>
}
