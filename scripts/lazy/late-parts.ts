import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type ESTree, parseAst } from 'vite'
import { ROOT } from '../files.ts'

export interface LatePart {
  /** The app, and the built file that asks for it. */
  where: string
  /** What the loader is handed, as text: it finds the file's name in it. */
  load: string
  /** The file that is imported, as `assets/NAME.js`; null where no literal names it. */
  file: string | null
  /** What it needs beside itself, from the app's base on; null where no loader is asked. */
  deps: string[] | null
}

type Node = ESTree.Node
/** What stands in the file that holds the loader, and nowhere else. */
const LOADER = 'Failed to fetch dynamically imported module: '

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** Calls `look` with every node. */
const walk = (node: Node, look: (node: Node) => void): void => {
  look(node)
  for (const child of childrenOf(node)) walk(child, look)
}

interface Loader {
  /** The file that it stands in, its name there and the one it is handed out by. */
  file: string
  own: string
  given: string | undefined
}

const findLoader = (texts: ReadonlyMap<string, string>): Loader => {
  const [file, text] = [...texts].find(([, one]) => one.includes(LOADER)) ?? []
  if (file === undefined || text === undefined) throw new Error('no file of the build holds the loader')
  const place = text.indexOf(LOADER)
  const program = parseAst(text)
  let own = ''
  let given: string | undefined
  walk(program, (node) => {
    const holds = node.start < place && place < node.end
    if (
      holds &&
      node.type === 'VariableDeclarator' &&
      node.init?.type === 'CallExpression' &&
      node.id.type === 'Identifier'
    )
      own = node.id.name
  })
  walk(program, (node) => {
    if (node.type === 'ExportSpecifier' && text.slice(node.local.start, node.local.end) === own)
      given = text.slice(node.exported.start, node.exported.end)
  })
  return { file, own, given }
}

/** The name by which a file knows the loader. */
const nameOfLoader = (
  loader: Loader,
  name: string,
  text: string,
  program: ESTree.Program,
): string | undefined => {
  if (name === loader.file) return loader.own
  return program.body
    .flatMap((node) =>
      node.type === 'ImportDeclaration' && basename(String(node.source.value)) === loader.file
        ? node.specifiers
        : [],
    )
    .find(
      (one) =>
        one.type === 'ImportSpecifier' && text.slice(one.imported.start, one.imported.end) === loader.given,
    )?.local.name
}

/** Every `import()` of what an app's build made for its pages. */
export const latePartsOf = (app: string): LatePart[] => {
  const assets = join(ROOT, 'apps', app, 'dist/assets')
  const texts = new Map(
    readdirSync(assets)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, readFileSync(join(assets, name), 'utf8')]),
  )
  const loader = findLoader(texts)
  return [...texts].flatMap(([name, text]) => {
    if (!text.includes('import(')) return []
    const program = parseAst(text)
    const loads = nameOfLoader(loader, name, text, program)
    const all = /__vite__mapDeps=.*?\[((?:"[^"]+",?)+)\]/.exec(text)?.[1] ?? ''
    const files: string[] = JSON.parse(`[${all}]`)
    const parts: LatePart[] = []
    const visit = (node: Node, call: ESTree.CallExpression | null): void => {
      const isLoader =
        node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === loads
      const within = isLoader ? node : call
      if (node.type === 'ImportExpression') {
        const source = text.slice(node.source.start, node.source.end)
        const [load, needs] = within?.arguments ?? []
        const list = needs === undefined ? '' : text.slice(needs.start, needs.end)
        parts.push({
          where: `${app}: ${name.replace(/-[\w-]{8}\.js$/, '')}`,
          load: load === undefined ? source : text.slice(load.start, load.end),
          file: /^["'`]\.\/.*["'`]$/.test(source) ? `assets/${source.slice(3, -1)}` : null,
          deps:
            within === null
              ? null
              : Array.from(list.matchAll(/\d+/g), ([index]) => files[Number(index)] ?? index),
        })
      }
      for (const child of childrenOf(node)) visit(child, within)
    }
    visit(program, null)
    return parts
  })
}
