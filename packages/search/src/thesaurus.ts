import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SynonymGroup } from './synonyms.ts'

/** A group that comes with the product: its first word is its name for good, by which a business switches it off. */
export type ThesaurusGroup = SynonymGroup & { id: string; area: string; means: readonly string[] }

const FILE = join(import.meta.dirname, '../words/thesaurus.txt')

/**
 * Reads a thesaurus: `# area`, then a group a line: words for the same thing, and after `>` what they mean one way only.
 */
export function parseThesaurus(text: string): ThesaurusGroup[] {
  const groups: ThesaurusGroup[] = []
  let area = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('#')) area = line.slice(1).trim()
    if (line.startsWith('#') || line.trim() === '') continue
    const [words = [], means = []] = line.split('>').map((part) =>
      part
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
    )
    groups.push({ id: words[0] ?? '', area, words, means })
  }
  return groups
}

let thesaurus: readonly ThesaurusGroup[] | undefined

/** How restaurants say things, in Russian, slang and Uzbek: one list, the same object each time. */
export function loadThesaurus(): readonly ThesaurusGroup[] {
  thesaurus ??= parseThesaurus(readFileSync(FILE, 'utf8'))
  return thesaurus
}
