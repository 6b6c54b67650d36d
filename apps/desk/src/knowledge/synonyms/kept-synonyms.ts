import { z } from 'zod'
import { keptTexts } from '../material/kept-texts.ts'

const Left = z.object({
  /** The server's list that the lines are based on. */
  seen: z.object({ groups: z.array(z.array(z.string())), revision: z.string() }),
  lines: z.array(z.string()),
})
export type LeftSynonyms = z.infer<typeof Left>

// Cannot collide with a material's key, which is a number.
const NAME = 'synonyms'

/** Unsaved lines of an editor. */
export const keptSynonyms = {
  get: (person: string): LeftSynonyms | null =>
    Left.safeParse(keptTexts.read('unsaved', person, NAME)).data ?? null,
  /** Null removes. */
  keep: (person: string, left: LeftSynonyms | null): void => {
    keptTexts.write('unsaved', person, NAME, left)
  },
}
