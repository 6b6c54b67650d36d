import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parseSync } from 'vite'

// Finds APIs and CSS features in a built file that the oldest supported browsers lack, by MDN's compatibility data.

interface Support {
  version_added?: string | false
  version_removed?: string
  flags?: unknown
  prefix?: string
  alternative_name?: string
}
interface Node {
  __compat?: { support: Record<string, Support | Support[]> }
  [name: string]: unknown
}

const DATA = createRequire(import.meta.url).resolve('@mdn/browser-compat-data')
const data = JSON.parse(readFileSync(DATA, 'utf8')) as Record<'javascript' | 'api' | 'css', Node>

const NAMES: Record<string, string> = { ios: 'safari_ios' }

/** `chrome100`, `safari15.4` as MDN names them. */
const floorsOf = (oldest: readonly string[]) =>
  oldest.map((one) => {
    const [, name = '', version = ''] = /^([a-z]+)([\d.]+)$/.exec(one) ?? []
    return { browser: NAMES[name] ?? name, version: version.split('.').map(Number) }
  })

const isNewer = (added: string, [major = 0, minor = 0]: readonly number[]): boolean => {
  const [theirs = 0, theirMinor = 0] = added.replace('≤', '').split('.').map(Number)
  return theirs > major || (theirs === major && theirMinor > minor)
}

const below = (node: unknown, name: string): Node | undefined => (node as Node | undefined)?.[name] as Node

/** Interfaces whose methods are recognized by their name alone: those that our code and its libraries call on a page. */
const OF_A_PAGE =
  /^(?:Node|Element|HTML\w*Element|Document|DocumentFragment|ShadowRoot|Blob|File|FormData|Abort\w+|DOM\w+|IDB\w+|Crypto|Response|ReadableStream|URL|URLSearchParams|Intl)$/

interface Lists {
  /** Recognized by both names: `Map.groupBy`. */
  statics: ReadonlySet<string>
  /** Methods whose name no older object has. */
  methods: ReadonlySet<string>
  properties: ReadonlySet<string>
  rules: ReadonlySet<string>
  selectors: ReadonlySet<string>
  units: ReadonlySet<string>
  functions: ReadonlySet<string>
}

const entriesOf = (node: Node | undefined): [string, Node][] =>
  Object.entries(node ?? {}).filter((entry): entry is [string, Node] => entry[0] !== '__compat')

/** Returns the features that are newer than these browsers, by the data. */
export const makeLists = (oldest: readonly string[]): Lists => {
  const floors = floorsOf(oldest)
  const lacks = (node: Node): boolean =>
    floors.some(({ browser, version }) => {
      const told = node.__compat?.support[browser]
      if (told === undefined) return false
      return ![told].flat().some(({ version_added, version_removed, flags, prefix, alternative_name }) => {
        if (typeof version_added !== 'string' || version_added === 'preview') return false
        if (version_removed ?? flags ?? prefix ?? alternative_name) return false
        return !isNewer(version_added, version)
      })
    })
  const lacking = (node: Node | undefined): Set<string> =>
    new Set(entriesOf(node).flatMap(([name, one]) => (lacks(one) ? [name] : [])))
  const statics = new Set<string>()
  const methods = new Set<string>()
  const known = new Set<string>()
  for (const [home, isBuiltIn] of [
    [below(data.javascript, 'builtins'), true],
    [data.api, false],
  ] as const)
    for (const [owner, node] of entriesOf(home))
      for (const [name, one] of entriesOf(node)) {
        const isNew = lacks(one) || lacks(node)
        const plain = name.replace(/_static$/, '')
        if (isNew && (isBuiltIn || name !== plain)) statics.add(`${owner}.${plain}`)
        if (!isNew) known.add(plain)
        else if (name === plain && (isBuiltIn || OF_A_PAGE.test(owner))) methods.add(name)
      }
  const types = below(data.css, 'types')
  return {
    statics,
    methods: new Set([...methods].filter((name) => !known.has(name))),
    properties: lacking(below(data.css, 'properties')),
    rules: lacking(below(data.css, 'at-rules')),
    selectors: lacking(below(data.css, 'selectors')),
    units: new Set(
      [...lacking(below(types, 'length'))].flatMap((name) => name.match(/dynamic|small|large/) ?? []),
    ),
    functions: new Set([...lacking(below(types, 'color')), ...lacking(types)]),
  }
}

interface Tree {
  type?: string
  [part: string]: unknown
}

/** Returns methods and statics that a script calls without a feature check. */
export const newInScript = (code: string, { statics, methods }: Lists): string[] => {
  const called = new Set<string>()
  const asked = new Set<string>()
  const nameOf = (node: Tree): string => String((node.property as Tree | undefined)?.name ?? '')
  const look = (node: Tree, parent: Tree | null): void => {
    if (node.type === 'Literal' && typeof node.value === 'string') asked.add(node.value)
    if (node.type === 'TemplateElement') asked.add(String((node.value as Tree).cooked))
    const pattern = node.regex as { pattern: string } | undefined
    if (pattern !== undefined && /\(\?<[=!]/.test(pattern.pattern)) called.add('lookbehind')
    if (node.type === 'MemberExpression' && node.computed === false) {
      const name = nameOf(node)
      const object = node.object as Tree
      const both = object.type === 'Identifier' ? `${String(object.name)}.${name}` : ''
      const isCalled = parent?.type === 'CallExpression' && parent.callee === node && parent.optional !== true
      if (!isCalled) asked.add(name)
      else if (statics.has(both)) called.add(both)
      else if (methods.has(name)) called.add(name)
    }
    for (const part of Object.values(node))
      for (const one of Array.isArray(part) ? part : [part])
        if (typeof one === 'object' && one !== null) look(one as Tree, node)
  }
  look(parseSync('built.js', code).program as unknown as Tree, null)
  return [...called].filter((name) => !asked.has(name.split('.').at(-1) ?? name)).sort()
}

const VIEWPORT: Record<string, string> = { dynamic: 'd', small: 's', large: 'l' }

/** Returns newer features that a stylesheet uses. Content of `@supports` is not checked. */
export const newInStyles = (css: string, lists: Lists): string[] => {
  const found = new Set<string>()
  const told = (pattern: RegExp, names: ReadonlySet<string>, sign: (name: string) => string) => {
    for (const [, name = ''] of css.matchAll(pattern)) if (names.has(name)) found.add(sign(name))
  }
  told(/[{;]\s*([a-z-]+):/g, lists.properties, (name) => name)
  told(/@([a-z-]+)/g, lists.rules, (name) => `@${name}`)
  told(/(?<!:):([a-z-]+)[^;{}]*\{/g, lists.selectors, (name) => `:${name}`)
  told(/[\s,:(]([a-z-]+)\(/g, lists.functions, (name) => `${name}()`)
  for (const name of lists.units)
    if (new RegExp(`\\d${VIEWPORT[name]}v[hwib]\\b`).test(css.replace(/@supports[^{]*\{[^{]*\{[^}]*\}/g, '')))
      found.add(`${VIEWPORT[name]}vh`)
  return [...found].sort()
}
