import type { Db } from '@podmoga/sql/sql'

/** A signal to an editor: `review` a text waits for them, `reviewed` theirs was decided, `due` materials are due for a check. */
export interface EditorCall {
  kind: 'review' | 'reviewed' | 'due'
  material_id: string
  /** Text shown beside the material's title. */
  word: string | null
  /** Identifies the event. */
  event: string
  /** Number of materials. */
  amount: number
}

/** Which signals of editors have been read; `person_id` null: by all who got them. */
export interface ReadCalls {
  /** null: the list, which a signal about several materials opens. */
  material_id: string | null
  kinds: readonly EditorCall['kind'][]
  person_id: string | null
}

/** Called by the knowledge base: signals to browsers of editors. */
export interface EditorCalls {
  /** Queues signals for the browsers of these people; returns the ids of people who have any. */
  callEditors: (tx: Db, person_ids: readonly string[], call: EditorCall) => Promise<ReadonlySet<string>>
  /** Withdraws signals that need no action any more. */
  readCalls: (tx: Db, read: ReadCalls) => Promise<boolean>
  /** Starts sending; called after the transaction has been committed. */
  wake: () => void
}
