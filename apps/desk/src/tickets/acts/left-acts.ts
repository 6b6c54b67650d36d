import { keptWords } from '../../lib/kept-words.ts'
import type { DeskOutbox } from '../../lib/outbox.ts'
import { type ActData, keepAct } from './acts.ts'

const leftOf = (words: string): { at: number; data: ActData } | null => {
  try {
    return JSON.parse(words)
  } catch {
    return null
  }
}

/** Takes up what an earlier page was asked for while the code that does it was still on its way (use-acts.ts). */
export const takeUpActs = async (outbox: DeskOutbox, person: string): Promise<void> => {
  await outbox.whenRestored()
  for (const [name, words] of keptWords.all(person)) {
    const left = name.startsWith('act ') ? leftOf(words) : null
    // This page's own waits for the same code.
    if (left === null || left.at >= performance.timeOrigin) continue
    // Where the disk takes nothing the outbox has it in memory: left here, each page to come would do it again.
    await keepAct(outbox, left.data)
    keptWords.keep(person, name, '')
  }
}
