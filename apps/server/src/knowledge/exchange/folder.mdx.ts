// Removes markup of documentation tools that has no meaning in an article of this product.

const FENCE = /^\s*(`{3,}|~{3,})/
const COMPONENT = /<\/?([A-Z][\w.]*)(?:\s(?:[^<>"'{}]|"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\})*)?\/?>/g

/** Lines removed without a remark: they have no content. */
const SILENT: readonly [RegExp, string][] = [
  [/^\s*\[\[?toc\]\]?\s*$/i, ''],
  // `import x from 'y'` and `export const x = …` of MDX, on lines of their own.
  [/^import\s.+\sfrom\s+['"][^'"]+['"];?\s*$/, ''],
  [/^import\s+['"][^'"]+['"];?\s*$/, ''],
  [/^export\s+(?:const|default|function|let)\b.*$/, ''],
]

/** Ids and classes after a heading, a link or a picture; named icons; MDX comments. */
const INLINE: readonly [RegExp, string][] = [
  [/\s*\{\s*[:#.][^{}\n]*\}/g, ''],
  [/(\)|`)\{\s*[\w-][^{}\n]*\}/g, '$1'],
  [/:(?:material|octicons|fontawesome|simple)-[\w-]+:/g, ''],
  [/\{\/\*[^\n]*?\*\/\}/g, ''],
]

/** Includes, which have content that cannot be imported, with their Russian names. */
const INCLUDES: readonly [RegExp, string][] = [
  [/^\s*<<<\s*(\S.*)$/, 'вставка кода'],
  [/^\s*(?:-{1,2}8<-{1,2})\s*"?([^"]*)"?\s*$/, 'вставка'],
  [/^\s*<!--\s*@include:\s*(.*?)\s*-->\s*$/, 'вставка'],
]

const inline = (line: string, components: Set<string>): string => {
  // Odd parts are inline code, which is kept as written.
  const parts = line.split(/(`+[^`]*`+)/)
  return parts
    .map((part, index) => {
      if (index % 2 === 1) return part
      let text = part
      for (const [pattern, by] of INLINE) text = text.replace(pattern, by)
      return text.replace(COMPONENT, (_whole, name: string) => {
        components.add(name)
        return ''
      })
    })
    .join('')
}

/** Removes markup that only the documentation tool understands. `left_out` lists in Russian the parts that had content. */
export const takeOutPages = (source: string): { text: string; left_out: string[] } => {
  const out: string[] = []
  const left_out: string[] = []
  const components = new Set<string>()
  let code: string | undefined
  for (const line of source.split('\n')) {
    const fence = FENCE.exec(line)?.[1]
    if (fence !== undefined) {
      if (code === undefined) code = fence
      else if (fence.startsWith(code)) code = undefined
    }
    if (code !== undefined || fence !== undefined) {
      out.push(line)
      continue
    }
    const silent = SILENT.find(([pattern]) => pattern.test(line))
    if (silent !== undefined) {
      out.push(silent[1])
      continue
    }
    const [pattern, what] = INCLUDES.find(([it]) => it.test(line)) ?? []
    if (pattern !== undefined) {
      left_out.push(`${what} ${pattern.exec(line)?.[1]?.trim() ?? ''}`)
      out.push('')
      continue
    }
    out.push(inline(line, components))
  }
  if (components.size > 0) left_out.push(`компоненты ${[...components].join(', ')} (их текст остался)`)
  return { text: out.join('\n'), left_out }
}
