import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What is asked about one thing, and the answer that closes it. */
export interface Case {
  answer: string
  closed: string[]
  /** Asked of the search only. */
  held: string[]
}

/** The cases as they were written: those that everything is measured by, or those that curves are fitted to. */
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
