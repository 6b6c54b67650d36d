import { textOfFirst } from '@podmoga/ui/lib/html-text'

/** The first instruction of an article, as text: the first item of its first numbered list, else its first paragraph. */
export const firstStep = (html: string): string =>
  textOfFirst(html, (path) => path.at(-1) === 'li' && path.at(-2) === 'ol') ||
  textOfFirst(html, (path) => path.at(-1) === 'p')
