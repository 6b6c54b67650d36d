import { cleanHtml, referencesOf } from '../knowledge.html.ts'

/** Stored content, sanitised again, with the ids that it refers to. */
export interface CleanContent {
  html: string
  file_ids: readonly string[]
  material_ids: readonly string[]
}

const MOST_LETTERS = 8_000_000

/**
 * Sanitises content when it is read, since a row may have been written without the editor. The result is cached while the text
 * stays the same.
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
