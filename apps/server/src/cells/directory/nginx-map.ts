import { listMoved } from '../capture.ts'
import { type Listed, PUBLIC_CALLS } from './find-cell.ts'
import { upstreamOf } from './serve-directory.ts'
import { ANYWHERE } from './ways.ts'

/** The nginx regular expression, compared with `$uri`, of a path with parameters. */
const patternOf = (path: string): string => `~^/api/${path.replace(/:\w+/g, '[^/]+')}$`
/** Calls for which the directory is asked even if there is a session; all others are routed by the session. */
const DIRECTED = PUBLIC_CALLS.filter(({ name }) => ANYWHERE[name] === undefined)

/** Whether a text is safe in an nginx map. Networks consist of letters, digits and dashes; anything else is left out. */
const isWord = (text: string): boolean => /^[\w-]+$/.test(text)

/** Returns nginx's maps: the cell of each business, and the calls that are not routed by the session. */
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
