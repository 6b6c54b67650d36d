import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const DIST = join(import.meta.dirname, '../../../staff/dist')

interface Built {
  file: string
  imports?: string[]
  isEntry?: boolean
}
const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Record<string, Built>

/** The files of a module and of all its static imports. */
const filesOf = (name: string, found = new Set<string>()): Set<string> => {
  const built = manifest[name]
  if (built === undefined) throw new Error(`${name} is no part of the build`)
  if (found.has(built.file)) return found
  found.add(built.file)
  for (const next of built.imports ?? []) filesOf(next, found)
  return found
}

// The size of the compressed version, which current browsers receive; the smallest files have none.
const bytesOf = (file: string): number =>
  (statSync(join(DIST, `${file}.br`), { throwIfNoEntry: false }) ?? statSync(join(DIST, file))).size

const kilobytes = (files: ReadonlySet<string>): number =>
  Array.from(files, bytesOf).reduce((sum, size) => sum + size, 0) / 1024

const ENTRY = 'index.html'
const SCREENS: [screen: string, most_kb: number, modules: string[]][] = [
  ['home', 160, []],
  ['tickets', 166, ['src/tickets/list/ticket-list.page.tsx']],
  ['profile', 166, ['src/profile/profile.page.tsx']],
  ['a new ticket', 175, ['src/app/new-ticket.layout.tsx']],
  ['a conversation', 180, ['src/tickets/conversation/ticket.page.tsx']],
  ['an article', 180, ['src/knowledge/section/section.page.tsx', 'src/knowledge/article/article.page.tsx']],
]

test.each(SCREENS)('JavaScript of %s: at most %i KB over the network', (_, most_kb, modules) => {
  const files = new Set([ENTRY, ...modules].flatMap((name) => [...filesOf(name)]))
  expect(kilobytes(files)).toBeLessThanOrEqual(most_kb)
})
