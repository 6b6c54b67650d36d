export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** The readable lines of article HTML: one for each paragraph, item, cell or picture. */
export const linesOf = (html: string): string[] =>
  html
    .replace(/<img[^>]*\salt="([^"]*)"[^>]*>/g, '\n[Картинка: $1]\n')
    .replace(/<\/(?:p|h[1-6]|li|td|th|pre|figcaption|blockquote|aside)>|<br\s*\/?>|<hr\s*\/?>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_all, name: string) => ENTITIES[name] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

// Beyond it the table of the comparison would be too large for a page: the rest is told as different, never left out.
const MOST = 2_000

const asLines = (kind: DiffLine['kind'], texts: readonly string[]): DiffLine[] =>
  texts.map((text) => ({ kind, text }))

/** What stands only in `mine` is added, what stands only in `theirs` is removed. */
export const diffLines = (theirs: readonly string[], mine: readonly string[]): DiffLine[] => {
  const least = Math.min(theirs.length, mine.length)
  let head = 0
  while (head < least && theirs[head] === mine[head]) head += 1
  let tail = 0
  while (tail < least - head && theirs.at(-1 - tail) === mine.at(-1 - tail)) tail += 1
  const [left, right] = [theirs.slice(head, theirs.length - tail), mine.slice(head, mine.length - tail)]
  return [
    ...asLines('same', theirs.slice(0, head)),
    ...diffMiddles(left.slice(0, MOST), right.slice(0, MOST)),
    ...asLines('removed', left.slice(MOST)),
    ...asLines('added', right.slice(MOST)),
    ...asLines('same', theirs.slice(theirs.length - tail)),
  ]
}

const diffMiddles = (a: readonly string[], b: readonly string[]): DiffLine[] => {
  const width = b.length + 1
  const common = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number): number => common[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]]
    if (left !== undefined && left === right) {
      lines.push({ kind: 'same', text: left })
      i += 1
      j += 1
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: left })
      i += 1
    } else if (right !== undefined) {
      lines.push({ kind: 'added', text: right })
      j += 1
    }
  }
  return lines
}

/** Where the links of article HTML lead. */
export const linksOf = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/<a [^>]*>/g)].flatMap(([tag]) => {
      const material = / data-material="(\d+)"/.exec(tag)?.[1]
      const href = / href="([^"]*)"/.exec(tag)?.[1]
      return material !== undefined
        ? [`material:${material}`]
        : href !== undefined
          ? [href.replaceAll('&amp;', '&')]
          : []
    }),
  ),
]
