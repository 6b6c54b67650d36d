import { textOfHtml } from './html-text.ts'
import type { SearchText } from './knowledge.rows.ts'

/** Clean content as the search reads it. */
export const searchTextOf = (clean: string): SearchText => {
  const { text, headings } = textOfHtml(clean)
  return { plain_text: text, headings: headings.join('\n') }
}
