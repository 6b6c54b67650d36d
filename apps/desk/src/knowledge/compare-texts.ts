import type { JSONContent } from '@tiptap/core'
import type { DraftText } from './draft-text.ts'
import { type DiffLine, diffLines } from './text-diff.ts'

/** In what two texts of a material can differ; in the order in which it is told. */
const DIFFERENCES = ['title', 'words', 'cover', 'files', 'pictures', 'links', 'markup'] as const
export type Difference = (typeof DIFFERENCES)[number]

/** `what`: in what a line differs whose words are the same. */
export type ComparedLine = DiffLine & { what: Difference[] }

export interface Comparison {
  lines: ComparedLine[]
  differences: Difference[]
}

type Mark = NonNullable<JSONContent['marks']>[number]

/** One paragraph, item, cell, caption or picture: its words, and what else a reader sees of it. */
interface Line {
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

const linesOf = (node: JSONContent, path = ''): Line[] => {
  const { type, attrs = {}, content = [] } = node
  if (type === 'picture') {
    const { file, src, alt, width, height } = attrs
    const pictures = String(file ?? src)
    return [{ text: `[Картинка: ${alt ?? ''}]`, pictures, links: '', markup: `${path} ${width} ${height}` }]
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

/** Gives every line that both have what differs in it beside its words. */
const paired = (theirs: readonly Line[], mine: readonly Line[]): ComparedLine[] => {
  let [i, j] = [0, 0]
  const textOf = ({ text }: Line) => text
  return diffLines(theirs.map(textOf), mine.map(textOf)).map((line) => {
    const [left, right] = [theirs[i], mine[j]]
    if (line.kind !== 'added') i += 1
    if (line.kind !== 'removed') j += 1
    if (line.kind !== 'same' || left === undefined || right === undefined) return { ...line, what: [] }
    const kinds = ['pictures', 'links', 'markup'] as const
    return { ...line, what: kinds.filter((kind) => left[kind] !== right[kind]) }
  })
}

/** Article HTML without what changes from answer to answer. */
const lasting = (html: string): string =>
  html.replace(/<(?:img|a)\b[^>]*\sdata-(?:file|material)=[^>]*>/g, (tag) =>
    tag.replace(/\s(?:src|href)="[^"]*"/g, ''),
  )

/** Compares everything that keeping the one would take of the other. No difference is told only where there is none. */
export const compareTexts = (
  theirs: DraftText,
  mine: DraftText,
  docOf: (html: string) => JSONContent,
): Comparison => {
  const titles = diffLines([theirs.title], [mine.title]).map((line) => ({ ...line, what: [] }))
  const body = paired(linesOf(docOf(theirs.content)), linesOf(docOf(mine.content)))
  const found = new Set<Difference>(body.flatMap(({ what }) => what))
  if (theirs.title !== mine.title) found.add('title')
  if (body.some(({ kind }) => kind !== 'same')) found.add('words')
  if (theirs.cover?.id !== mine.cover?.id) found.add('cover')
  const idsOf = ({ files }: DraftText) => files.map(({ id }) => id).join()
  if (idsOf(theirs) !== idsOf(mine)) found.add('files')
  // What no line shows: an empty paragraph, a rule, one list instead of two.
  const isTold = found.has('words') || body.some(({ what }) => what.length > 0)
  if (!isTold && lasting(theirs.content) !== lasting(mine.content)) found.add('markup')
  return { lines: [...titles, ...body], differences: DIFFERENCES.filter((name) => found.has(name)) }
}
