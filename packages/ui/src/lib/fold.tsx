/** Text made comparable for a search: lower case, ё as е, one space between words. */
export const fold = (text: string): string =>
  text.toLocaleLowerCase('ru').replaceAll('ё', 'е').replace(/\s+/g, ' ').trim()

/** Items whose text holds the query; those that begin with it come first, otherwise the order stays. */
export function searchItems<T>(items: readonly T[], query: string, textOf: (item: T) => string): T[] {
  const wanted = fold(query)
  if (!wanted) return [...items]
  const found = items.filter((item) => fold(textOf(item)).includes(wanted))
  const rank = (item: T) => (fold(textOf(item)).startsWith(wanted) ? 0 : 1)
  return found.sort((a, b) => rank(a) - rank(b))
}
