import type { JSONContent } from '@tiptap/core'

export type Mark = NonNullable<JSONContent['marks']>[number]

/** A paragraph, list item, cell, caption, picture or video: its text and its other visible properties. */
export interface Line {
  text: string
  pictures: string
  links: string
  markup: string
}

const isInline = ({ type }: JSONContent): boolean => type === 'text' || type === 'hardBreak'

/** Run-length encoded marks of the text, as given by `look`; adjacent equal runs are merged, however nodes are split. */
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

// The server signs file URLs anew in each answer: compare by id if there is one.
const targetOf = ({ type, attrs }: Mark): string[] =>
  type === 'link' ? [String(attrs?.material ?? attrs?.file ?? attrs?.href)] : []
const dressOf = ({ type, attrs }: Mark): string[] =>
  type === 'link' ? [] : [`${type}${JSON.stringify(attrs ?? {})}`]

/** The non-empty lines of an article. */
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

/** The distinct link targets of an article; materials as `material:<id>`. */
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

/** Serializes an article without the signed URLs of things that have an id. */
export const lasting = (doc: JSONContent): string =>
  JSON.stringify(doc, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const { src, href, ...others } = value as Record<string, unknown>
    const hasId = (others.file ?? others.material ?? null) !== null
    return hasId ? others : value
  })
