// A class of a CSS module that is asked for and not defined is `undefined` on the screen; one that is defined and never
// asked for is weight. The compiler sees neither.
import { posix } from 'node:path'

/** A source by its path from the root. */
export interface Source {
  path: string
  text: string
}

const IMPORT = /import (\w+) from '(\.[^']+\.module\.css)'/g
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(?<=^|\s)\/\/.*$/gm, '')

/** The classes that the selectors of a module define; what it says of `:global(…)` is not its own. */
const definedIn = (css: string): string[] => {
  const preludes = css.match(/[^{};]+(?=\{)/g) ?? []
  const own = preludes.map((prelude) => prelude.replace(/:global\([^)]*\)|\[[^\]]*\]/g, ''))
  return [...new Set(own.flatMap((prelude) => prelude.match(/(?<=\.)[A-Za-z_][\w-]*/g) ?? []))]
}

/** The classes that a module takes from its own file or from another module: as `path name`. */
const composedIn = (path: string, css: string): string[] =>
  [...css.matchAll(/composes:\s*([\w\s-]+?)(?:\s+from\s+(global|['"][^'"]+['"]))?\s*[;}]/g)].flatMap(
    ([, names = '', from]) => {
      if (from === 'global') return []
      const owner = from === undefined ? path : posix.join(posix.dirname(path), from.slice(1, -1))
      return names.split(/\s+/).map((name) => `${owner} ${name}`)
    },
  )

interface Asked {
  from: string
  owner: string
  name: string
}

/** What a source asks of the modules that it imports; `dynamic` are those of which it asks by a variable. */
const askedIn = ({ path, text }: Source) => {
  const whole = withoutComments(text)
  // The names of modules stand in paths too.
  const code = whole.replace(/(?<=from |import |import\()'[^']+'/g, '')
  const asked: Asked[] = []
  const dynamic: string[] = []
  for (const [, local = '', from = ''] of whole.matchAll(IMPORT)) {
    const owner = posix.join(posix.dirname(path), from)
    const names = code.matchAll(new RegExp(`(?<![\\w.'])${local}(?:\\??\\.(\\w+)|\\['([\\w-]+)'\\])`, 'g'))
    for (const [, dotted, quoted] of names) asked.push({ from: path, owner, name: dotted ?? quoted ?? '' })
    if (new RegExp(`(?<![\\w.'])${local}\\[(?!')`).test(code)) dynamic.push(owner)
  }
  return { asked, dynamic }
}

/** Classes that are asked for and not defined, and those that are defined and not asked for. */
export const strayClasses = (sheets: readonly Source[], sources: readonly Source[]): string[] => {
  const defined = new Map(sheets.map(({ path, text }) => [path, definedIn(withoutComments(text))] as const))
  const all = sources.map(askedIn)
  const asked = all.flatMap((one) => one.asked)
  const used = new Set([
    ...asked.map(({ owner, name }) => `${owner} ${name}`),
    ...sheets.flatMap(({ path, text }) => composedIn(path, withoutComments(text))),
  ])
  // A variable holds what some source spells: the name of a tone, a state, a size.
  const dynamic = new Set(all.flatMap((one) => one.dynamic))
  const isSpelled = (name: string) => sources.some(({ text }) => text.includes(`'${name}'`))
  const unknown = asked
    .filter(({ owner, name }) => defined.get(owner)?.includes(name) !== true)
    .map(({ from, owner, name }) => `${from}: в ${posix.basename(owner)} нет класса «${name}»`)
  const unused = [...defined].flatMap(([path, names]) =>
    names
      .filter((name) => !used.has(`${path} ${name}`) && !(dynamic.has(path) && isSpelled(name)))
      .map((name) => `${path}: класс «${name}» никому не нужен`),
  )
  return [...new Set([...unknown, ...unused])]
}
