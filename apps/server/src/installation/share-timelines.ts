import type { Timelines } from '@podmoga/sql/timelines'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Files } from '../ports/files.ts'
import { NOTES, readNote, writeNote } from './store-note.ts'

const Seen = z.object({ system: z.string(), timeline: z.number().int().positive() })

/** How often a server reads what the others have seen. */
const LOOK_MS = 10_000

/**
 * Shares the highest timeline through the file store: a server that starts, or has not met the new primary yet, learns of it from
 * those that have. The database cannot tell, because an old primary does not know its successor. If the store is unavailable,
 * sharing is only delayed.
 */
export const shareTimelines = async (timelines: Timelines, files: Files, log: Logger): Promise<void> => {
  const look = async (): Promise<void> => {
    try {
      const note = await readNote(files, NOTES.timeline)
      const seen = note === null ? undefined : Seen.safeParse(JSON.parse(note)).data
      if (seen !== undefined) timelines.raise(seen)
    } catch (error) {
      log.warn({ err: error }, 'the timeline that others have seen could not be read')
    }
  }
  await look()
  timelines.onRise((seen) => {
    noteTimeline(files, seen).catch((error: unknown) =>
      log.warn({ err: error }, 'the timeline of the database could not be noted for others'),
    )
  })
  setInterval(look, LOOK_MS).unref()
}

/** Records the timeline that is valid from now on. */
export const noteTimeline = (files: Files, { system, timeline }: z.output<typeof Seen>): Promise<void> =>
  writeNote(files, NOTES.timeline, JSON.stringify({ system, timeline }))
