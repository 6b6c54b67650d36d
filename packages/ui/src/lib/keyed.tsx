/** Indexes of `count` placeholders, used as their keys. */
export const indexesOf = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => index)

/** Items of a list without ids, each with a unique key: its name and its ordinal among equal names. */
export const keyed = <Item,>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): readonly { key: string; item: Item }[] => {
  const seen = new Map<string, number>()
  return items.map((item) => {
    const name = nameOf(item)
    const nth = (seen.get(name) ?? 0) + 1
    seen.set(name, nth)
    return { key: `${nth} ${name}`, item }
  })
}
