import { listMoved } from '../capture.ts'
import { type Listed, PUBLIC_CALLS } from './find-cell.ts'
import { upstreamOf } from './serve-directory.ts'
import { ANYWHERE } from './ways.ts'

/** Of a path with parameters: what nginx compares with `$uri`. */
const patternOf = (path: string): string => `~^/api/${path.replace(/:\w+/g, '[^/]+')}$`
/** By the session, as everything else: the directory is asked where there is none. */
const DIRECTED = PUBLIC_CALLS.filter(({ name }) => ANYWHERE[name] === undefined)

/** A word of nginx's map. Networks are words of letters, digits and dashes; whatever else there may be stays unlisted. */
const isWord = (text: string): boolean => /^[\w-]+$/.test(text)

/** nginx's maps: which cell has which business, and which calls are not asked by whoever is signed in. */
export const writeMap = async (cells: readonly Listed[]): Promise<string> => {
  const lines: string[] = []
  for (const { number, sql } of cells) {
    const moved = await listMoved(sql)
    const rows = await sql<{ id: string; network: string | null }[]>`
      select id, network from businesses order by id`
    for (const { id, network } of rows) {
      if (moved.has(id)) continue
      lines.push(`    b:${id} ${upstreamOf(number)};`)
      if (network !== null && isWord(network)) lines.push(`    n:${network} ${upstreamOf(number)};`)
    }
  }
  return `# Written by npm run directory: do not edit.
map $uri $podmoga_public {
    default 0;
${DIRECTED.map(({ path }) => `    ${patternOf(path)} 1;`).join('\n')}
    ~^/(status|d)/ 1;
}
map $podmoga_whose $podmoga_cell {
    default podmoga_directory;
${lines.join('\n')}
}
`
}
