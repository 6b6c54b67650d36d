import { z } from 'zod'
import { keptTexts } from '../material/kept-texts.ts'

const Left = z.object({
  /** The list that the lines were written upon. */
  seen: z.object({ groups: z.array(z.array(z.string())), revision: z.string() }),
  lines: z.array(z.string()),
})
export type LeftSynonyms = z.infer<typeof Left>

// Materials are kept by number, so a word cannot stand in the way of one.
const NAME = 'synonyms'

/** Lines that an editor left without saving them. */
export const keptSynonyms = {
  get: (person: string): LeftSynonyms | null =>
    Left.safeParse(keptTexts.read('unsaved', person, NAME)).data ?? null,
  /** Null removes. */
  keep: (person: string, left: LeftSynonyms | null): void => {
    keptTexts.write('unsaved', person, NAME, left)
  },
}
