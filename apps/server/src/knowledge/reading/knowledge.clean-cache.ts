import { cleanHtml, referencesOf } from '../knowledge.html.ts'

/** Stored content, sanitised once more, with the ids it names. */
export interface CleanContent {
  html: string
  file_ids: readonly string[]
  material_ids: readonly string[]
}

const MOST_LETTERS = 8_000_000

/**
 * Sanitises what is read: a row may have come past the editor. What a text was cleaned to is kept while the text stays
 * the same, so an article is cleaned once, not at every reading.
 */
export const makeCleaner = (): ((id: string, content: string) => CleanContent) => {
  const kept = new Map<string, { content: string; clean: CleanContent }>()
  let letters = 0
  return (id, content) => {
    const found = kept.get(id)
    if (found?.content === content) return found.clean
    const html = cleanHtml(content)
    const clean = { html, ...referencesOf(html) }
    if (found !== undefined) letters -= found.content.length
    if (letters > MOST_LETTERS) {
      kept.clear()
      letters = 0
    }
    kept.set(id, { content, clean })
    letters += content.length
    return clean
  }
}
