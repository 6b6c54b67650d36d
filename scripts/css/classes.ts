// A class of a CSS module that is used but not defined becomes `undefined` in the page; one that is defined but not used
// is dead code. The compiler finds neither.
import { posix } from 'node:path'

/** A source file with its path from the root. */
export interface Source {
  path: string
  text: string
}

const IMPORT = /import (\w+) from '(\.[^']+\.module\.css)'/g
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(?<=^|\s)\/\/.*$/gm, '')

/** The classes that the selectors of a module define, without those in `:global(…)`. */
const definedIn = (css: string): string[] => {
  const preludes = css.match(/[^{};]+(?=\{)/g) ?? []
  const own = preludes.map((prelude) => prelude.replace(/:global\([^)]*\)|\[[^\]]*\]/g, ''))
  return [...new Set(own.flatMap((prelude) => prelude.match(/(?<=\.)[A-Za-z_][\w-]*/g) ?? []))]
}

/** The classes that a module composes from its own file or from another module: as `path name`. */
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

/** The classes that a source uses from the modules it imports; `dynamic`: modules that it indexes with a variable. */
const askedIn = ({ path, text }: Source) => {
  const whole = withoutComments(text)
  // Import paths also contain the names of modules.
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

/** Returns used but undefined classes, and defined but unused ones. */
export const strayClasses = (sheets: readonly Source[], sources: readonly Source[]): string[] => {
  const defined = new Map(sheets.map(({ path, text }) => [path, definedIn(withoutComments(text))] as const))
  const all = sources.map(askedIn)
  const asked = all.flatMap((one) => one.asked)
  const used = new Set([
    ...asked.map(({ owner, name }) => `${owner} ${name}`),
    ...sheets.flatMap(({ path, text }) => composedIn(path, withoutComments(text))),
  ])
  // The value of a variable is a literal in some source: the name of a tone, a state, a size.
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
