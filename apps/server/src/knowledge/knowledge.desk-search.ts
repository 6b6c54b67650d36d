/** Numbers of questions examined, with another first result, newly sure (`found`) and no longer sure (`lost`). */
export interface Comparison {
  looked: number
  moved: number
  found: number
  lost: number
  examples: { question: string; before: string | null; after: string | null }[]
}

/** A proposed change: other synonyms of the editor, or other `also_asked` questions of a published material. */
export type SearchChange =
  | { synonyms: readonly (readonly string[])[] }
  | { material_id: string; also_asked: readonly string[] }

/** Functions of the search for editors, on many questions at once. */
export interface DeskSearch {
  /** Returns the first result for each query, sure or not; null if there is none. */
  nearest: (
    business_id: string,
    queries: readonly string[],
  ) => Promise<({ id: string; title: string } | null)[]>
  /** Returns how a change would affect the first results of these questions, without applying it. */
  compare: (business_id: string, questions: readonly string[], change: SearchChange) => Promise<Comparison>
}
