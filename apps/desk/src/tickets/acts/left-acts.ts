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

/** Queues actions that an earlier page stored because their code was still loading when it closed (use-acts.ts). */
export const resumeActs = async (outbox: DeskOutbox, person: string): Promise<void> => {
  await outbox.whenRestored()
  for (const [name, words] of keptWords.all(person)) {
    const left = name.startsWith('act ') ? leftOf(words) : null
    // Stored by this page, which is still loading the code.
    if (left === null || left.at >= performance.timeOrigin) continue
    // Remove the entry even if the outbox could only keep it in memory: otherwise every later page would repeat the action.
    await keepAct(outbox, left.data)
    keptWords.keep(person, name, '')
  }
}
