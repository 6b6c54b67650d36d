import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SynonymGroup } from './synonyms.ts'

/** A built-in group of synonyms: its first word is its permanent id, by which a business can turn it off. */
export type ThesaurusGroup = SynonymGroup & { id: string; area: string; means: readonly string[] }

const FILE = join(import.meta.dirname, '../words/thesaurus.txt')

/**
 * Parses a thesaurus: `# area`, then one group per line: synonyms, and after `>` their one-way meanings.
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

/** The built-in thesaurus of restaurant terms in Russian, slang and Uzbek; always returns the same object. */
export function loadThesaurus(): readonly ThesaurusGroup[] {
  thesaurus ??= parseThesaurus(readFileSync(FILE, 'utf8'))
  return thesaurus
}
