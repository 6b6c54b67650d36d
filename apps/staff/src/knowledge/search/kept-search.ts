import type { Material, MaterialItem, Section } from '@podmoga/contract/knowledge'
import { fold } from '@podmoga/ui/lib/fold'
import type { QueryClient } from '@tanstack/react-query'

const MOST = 20

/** A crude stem: cuts the ending, which in Russian is rarely longer than two letters. */
const stemOf = (word: string): string =>
  word.length < 4 ? word : word.slice(0, word.length - (word.length < 6 ? 1 : 2))

// The HTML parser is loaded on demand; if it cannot be loaded, only titles are searched.
const reader = (): Promise<(html: string) => string> =>
  import('@podmoga/ui/lib/html-text').then(
    ({ textOf }) => textOf,
    () => () => '',
  )

/**
 * Offline search in the kept materials that contain every word of the query: titles of all materials, full texts of those read or
 * asked often. Title matches come first. Unlike the server's search, it knows no synonyms and tolerates no typos.
 */
export const searchKept = async (
  queryClient: QueryClient,
  restaurantId: string,
  query: string,
): Promise<MaterialItem[]> => {
  const stems = fold(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map(stemOf)
  if (stems.length === 0) return []
  const textOf = await reader()
  const all = new Map<string, MaterialItem & { text: string }>()
  for (const [, list] of queryClient.getQueriesData<MaterialItem[]>({
    queryKey: ['knowledge', restaurantId, 'faq'],
  }))
    for (const item of list ?? []) all.set(item.id, { ...item, text: '' })
  const parents = new Map<string, string>()
  for (const [, list] of queryClient.getQueriesData<Section[]>({
    queryKey: ['knowledge', restaurantId, 'sections'],
  }))
    for (const { id, subcategories } of list ?? []) for (const one of subcategories) parents.set(one.id, id)
  for (const [key, list] of queryClient.getQueriesData<{ id: string; title: string }[]>({
    queryKey: ['knowledge', restaurantId, 'materials'],
  })) {
    const subcategory = String(key[3])
    const section = parents.get(subcategory)
    if (section !== undefined)
      for (const { id, title } of list ?? []) all.set(id, { id, title, section, subcategory, text: '' })
  }
  for (const [key, material] of queryClient.getQueriesData<Material>({
    queryKey: ['knowledge', restaurantId, 'material'],
  })) {
    if (material === undefined) continue
    const { title, section, subcategory, content } = material
    const id = String(key[3])
    all.set(id, { id, title, section: section.id, subcategory: subcategory.id, text: textOf(content) })
  }
  const hits = [...all.values()].flatMap(({ text, ...item }) => {
    const title = fold(item.title)
    const whole = `${title} ${fold(text)}`
    if (!stems.every((stem) => whole.includes(stem))) return []
    return [{ item: { ...item, snippet: '' }, inTitle: stems.filter((stem) => title.includes(stem)).length }]
  })
  return hits
    .sort((one, other) => other.inTitle - one.inTitle)
    .slice(0, MOST)
    .map(({ item }) => item)
}
