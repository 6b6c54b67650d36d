/** The places of so many placeholders, which have nothing else to be told apart by. */
export const placesOf = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, place) => place)

/** Items of a list without ids, each with a key: what it is called, and which of that name it is. */
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
