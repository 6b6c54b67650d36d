/** Normalizes a text for search: lower case, ё as е, single spaces. */
export const fold = (text: string): string =>
  text.toLocaleLowerCase('ru').replaceAll('ё', 'е').replace(/\s+/g, ' ').trim()

/** Items whose text contains the query; those that begin with it come first, otherwise the order is kept. */
export function searchItems<T>(items: readonly T[], query: string, textOf: (item: T) => string): T[] {
  const wanted = fold(query)
  if (!wanted) return [...items]
  const found = items.filter((item) => fold(textOf(item)).includes(wanted))
  const rank = (item: T) => (fold(textOf(item)).startsWith(wanted) ? 0 : 1)
  return found.sort((a, b) => rank(a) - rank(b))
}
