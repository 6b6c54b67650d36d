import { textOfFirst } from '@podmoga/ui/lib/html-text'

/** What an article tells to do first, as text: the first step of its first numbered list, else its first paragraph. */
export const firstStep = (html: string): string =>
  textOfFirst(html, (path) => path.at(-1) === 'li' && path.at(-2) === 'ol') ||
  textOfFirst(html, (path) => path.at(-1) === 'p')
