import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const README = join(import.meta.dirname, 'README.md')

/** Makes a Markdown table: the first column is text, the others are numbers. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

/** Writes a report into bench/README.md between its markers. Throws if they are missing. */
export const writeReport = async (name: string, report: string): Promise<void> => {
  const text = await readFile(README, 'utf8')
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [text.indexOf(open), text.indexOf(close)]
  if (from < 0 || to < from) throw new Error(`bench/README.md has no ${open} … ${close}`)
  await writeFile(README, `${text.slice(0, from + open.length)}\n\n${report.trim()}\n\n${text.slice(to)}`)
}
