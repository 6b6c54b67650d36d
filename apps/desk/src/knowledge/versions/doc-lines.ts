import type { JSONContent } from '@tiptap/core'

export type Mark = NonNullable<JSONContent['marks']>[number]

/** One paragraph, item, cell, caption, picture or video: its words, and what else a reader sees of it. */
export interface Line {
  text: string
  pictures: string
  links: string
  markup: string
}

const isInline = ({ type }: JSONContent): boolean => type === 'text' || type === 'hardBreak'

/** How the letters are dressed, by what `look` says of a mark: links that split a bold word do not change the bold. */
const runsOf = (nodes: readonly JSONContent[], look: (mark: Mark) => string[]): string => {
  const runs: [string, number][] = []
  for (const { type, text = '\n', marks = [] } of nodes) {
    const name = type === 'text' ? marks.flatMap(look).sort().join() : String(type)
    const last = runs.at(-1)
    if (last?.[0] === name) last[1] += text.length
    else runs.push([name, text.length])
  }
  return JSON.stringify(runs)
}

// The server signs addresses anew for each answer: where there is an id, the id tells.
const targetOf = ({ type, attrs }: Mark): string[] =>
  type === 'link' ? [String(attrs?.material ?? attrs?.file ?? attrs?.href)] : []
const dressOf = ({ type, attrs }: Mark): string[] =>
  type === 'link' ? [] : [`${type}${JSON.stringify(attrs ?? {})}`]

/** The lines of an article that hold something. */
export const linesOf = (node: JSONContent, path = ''): Line[] => {
  const { type, attrs = {}, content = [] } = node
  if (type === 'picture') {
    const { file, src, alt, width, height } = attrs
    const pictures = String(file ?? src)
    return [{ text: `[Картинка: ${alt ?? ''}]`, pictures, links: '', markup: `${path} ${width} ${height}` }]
  }
  if (type === 'video') {
    const { href, title } = attrs
    return [{ text: `[Видео: ${title}]`, pictures: '', links: String(href), markup: path }]
  }
  const here = `${path}/${type}${JSON.stringify(attrs)}`
  if (!content.some(isInline)) return content.flatMap((child) => linesOf(child, here))
  const text = content
    .map((child) => child.text ?? '\n')
    .join('')
    .trim()
  const line = { text, pictures: '', links: runsOf(content, targetOf) }
  return text === '' ? [] : [{ ...line, markup: `${here} ${runsOf(content, dressOf)}` }]
}

/** Where the links of an article lead, each once; to a material as `material:<id>`. */
export const linksOf = (doc: JSONContent): string[] => {
  const targetsIn = ({ type, attrs, marks = [], content = [] }: JSONContent): string[] => [
    ...(type === 'video' ? [String(attrs?.href)] : []),
    ...marks.flatMap((mark) => {
      const { material, href } = mark.attrs ?? {}
      if (mark.type !== 'link' || (material ?? href ?? null) === null) return []
      return [(material ?? null) === null ? String(href) : `material:${material}`]
    }),
    ...content.flatMap(targetsIn),
  ]
  return [...new Set(targetsIn(doc))]
}

/** An article without what changes from answer to answer: the addresses of what has an id. */
export const lasting = (doc: JSONContent): string =>
  JSON.stringify(doc, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const { src, href, ...others } = value as Record<string, unknown>
    const hasId = (others.file ?? others.material ?? null) !== null
    return hasId ? others : value
  })
