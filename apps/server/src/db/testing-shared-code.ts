import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { testingRoot } from './testing-root.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const FROM = join(import.meta.dirname)

/** What a process of another user needs to run: Node, and the folder with the database code. */
export interface SharedCode {
  node: string
  code: string
}

const isOpen = (path: string): boolean => {
  for (let at = path; at !== dirname(at); at = dirname(at))
    if ((statSync(at).mode & 0o005) !== 0o005) return false
  return true
}

/** The packages imported by the database code, with their dependencies. */
const packagesOf = (): Set<string> => {
  const found = new Set<string>()
  const add = (name: string): void => {
    const about = join(ROOT, 'node_modules', name, 'package.json')
    if (found.has(name) || !existsSync(about)) return
    found.add(name)
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(about, 'utf8'))
    for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) add(other)
  }
  for (const file of readdirSync(FROM).filter((name) => name.endsWith('.ts') && !name.includes('.test.')))
    for (const [, name = ''] of readFileSync(join(FROM, file), 'utf8').matchAll(
      /from '((?:@[^/']+\/)?[^./'@][^/']*)/g,
    ))
      add(name)
  return found
}

/**
 * Node and the code in folders that any user may read: their own, or, if a parent folder is closed (a clone in a home of mode
 * 0700), copies that exist until the tests end.
 */
export const shareCode = (): SharedCode & { remove: () => void } => {
  if (isOpen(FROM) && isOpen(process.execPath))
    return { node: process.execPath, code: FROM, remove: () => undefined }
  return copyCode()
}

/** Copies Node and the code into a new folder, `home`, readable by everyone. */
export const copyCode = (): SharedCode & { home: string; remove: () => void } => {
  const copy = mkdtempSync(join(testingRoot(), 'podmoga-code-'))
  chmodSync(copy, 0o755)
  const node = join(copy, 'node')
  cpSync(process.execPath, node)
  const code = join(copy, 'apps/server/src/db')
  cpSync(FROM, code, { recursive: true })
  cpSync(join(ROOT, 'apps/server/package.json'), join(copy, 'apps/server/package.json'))
  for (const name of packagesOf()) {
    const link = join('node_modules', name)
    // Our own packages are symbolic links there: copy the link and its target.
    for (const path of new Set([link, relative(ROOT, realpathSync(join(ROOT, link)))]))
      cpSync(join(ROOT, path), join(copy, path), { recursive: true, verbatimSymlinks: true })
  }
  return { node, code, home: copy, remove: () => rmSync(copy, { recursive: true, force: true }) }
}
