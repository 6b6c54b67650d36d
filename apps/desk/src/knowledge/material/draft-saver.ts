import { Refusal } from '@podmoga/contract/refusals'

const AFTER_MS = 800
const AGAIN_MS = 5_000

export type SaveState =
  | { kind: 'saved'; at: string | null }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  /** Not saved; `again`: it will be retried automatically. */
  | { kind: 'failed'; text: string; again: boolean }
  /** Somebody else has saved in the meantime. */
  | { kind: 'stale'; author: string }

export interface Saved {
  revision: number
  edited_at: string
}

export interface DraftSaver<Draft> {
  /** Schedules a save of the changed text within a second. */
  change: (draft: Draft) => void
  /** Saves at once. Resolves to the server's revision, or null if the text could not be saved. */
  flush: () => Promise<number | null>
  /** Sets the revision that further saves are based on, and saves a text held back by a conflict. */
  rebase: (revision: number) => void
  revision: () => number
  start: () => void
  /** Saves the pending text and schedules no more saves. */
  stop: () => void
}

const running = new Map<string, Promise<unknown>>()

/** Resolves when no save of this material is pending. */
export const pendingSave = async (material_id: string): Promise<void> => {
  await running.get(material_id)
}

interface Options<Draft, Answer extends Saved> {
  material_id: string
  revision: number
  save: (draft: Draft, revision: number) => Promise<Answer>
  onState: (state: SaveState) => void
  onSaved: (answer: Answer) => void
}

const isPassing = (error: unknown): boolean =>
  error instanceof Refusal && ['network', 'unavailable', 'too_often', 'internal'].includes(error.code)

/** Saves drafts sequentially, skipping all but the newest, each based on the revision of the previous save. */
export const makeDraftSaver = <Draft, Answer extends Saved>(
  options: Options<Draft, Answer>,
): DraftSaver<Draft> => {
  const { material_id, save, onState, onSaved } = options
  let revision = options.revision
  let waiting: { draft: Draft } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<void> | null = null
  let isStale = false
  let isStopped = false
  let hasFailed = false

  const plan = (after: number) => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void run(), after)
  }

  const saveOnce = async (draft: Draft): Promise<void> => {
    hasFailed = false
    onState({ kind: 'saving' })
    try {
      const answer = await save(draft, revision)
      revision = answer.revision
      onSaved(answer)
      onState(waiting === null ? { kind: 'saved', at: answer.edited_at } : { kind: 'waiting' })
      if (waiting !== null) plan(AFTER_MS)
    } catch (error) {
      waiting ??= { draft }
      hasFailed = true
      if (error instanceof Refusal && error.code === 'stale_draft') {
        isStale = true
        onState({ kind: 'stale', author: error.fields.author ?? '' })
        return
      }
      const again = isPassing(error)
      onState({ kind: 'failed', text: error instanceof Error ? error.message : '', again })
      if (again) plan(AGAIN_MS)
    }
  }

  const run = async (): Promise<void> => {
    clearTimeout(timer)
    if (saving !== null) return saving
    if (waiting === null || isStale) return
    const { draft } = waiting
    waiting = null
    const work = saveOnce(draft).finally(() => {
      saving = null
      if (running.get(material_id) === work) running.delete(material_id)
    })
    saving = work
    running.set(material_id, work)
    return work
  }

  const flush = async (): Promise<number | null> => {
    await run()
    // Text typed during the save.
    if (waiting !== null && !hasFailed) await run()
    return waiting === null && !isStale ? revision : null
  }

  return {
    change: (draft) => {
      waiting = { draft }
      if (isStale) return
      if (saving === null) onState({ kind: 'waiting' })
      plan(AFTER_MS)
    },
    flush,
    rebase: (next) => {
      revision = next
      isStale = false
      void run()
    },
    revision: () => revision,
    start: () => {
      isStopped = false
    },
    stop: () => {
      isStopped = true
      void flush()
    },
  }
}
