import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Questions about one subject, and the answer that closes them. */
export interface Case {
  answer: string
  closed: string[]
  /** Questions that are only searched, never stored. */
  held: string[]
}

/** Reads the cases: `cases.txt` for measuring, `tuning.txt` for fitting curves. */
export const readCases = (file: 'cases.txt' | 'tuning.txt' = 'cases.txt'): Case[] => {
  const cases: Case[] = []
  for (const line of readFileSync(join(import.meta.dirname, file), 'utf8').split('\n')) {
    const text = line.slice(2)
    if (line.startsWith('= ')) cases.push({ answer: text, closed: [], held: [] })
    if (line.startsWith('- ')) cases.at(-1)?.closed.push(text)
    if (line.startsWith('? ')) cases.at(-1)?.held.push(text)
  }
  return cases
}
