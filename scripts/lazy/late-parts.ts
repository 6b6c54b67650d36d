import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type ESTree, parseAst } from 'vite'
import { ROOT } from '../files.ts'

export interface LatePart {
  /** The app, and the built file that imports it. */
  where: string
  /** The loader's argument, as source text: the loader finds the file's name in it. */
  load: string
  /** The file that is imported, as `assets/NAME.js`; null where no literal names it. */
  file: string | null
  /** Its dependencies, as paths from the app's base; null if it does not go through the loader. */
  deps: string[] | null
}

type Node = ESTree.Node
/** Text that occurs only in the file with the loader. */
const LOADER = 'Failed to fetch dynamically imported module: '

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** Calls `look` for every node. */
const walk = (node: Node, look: (node: Node) => void): void => {
  look(node)
  for (const child of childrenOf(node)) walk(child, look)
}

interface Loader {
  /** The file that defines it, its local name and its exported name. */
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

/** The name of the loader within a file. */
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

/** Returns every `import()` in the built page code of an app. */
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
