import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './files.ts'

interface Built {
  file: string
  imports?: string[]
}

/** What each screen starts at once after it has been drawn; the outbox comes with the small parts. */
const AFTER = ['src/lib/kept-answers.ts']
const STAFF: Record<string, string[]> = {
  home: ['src/knowledge/home.room.tsx'],
  list: ['src/tickets/ticket-list.page.tsx', 'src/tickets/outgoing-tickets.tsx'],
  ticket: ['src/tickets/ticket.page.tsx'],
  'new ticket': ['src/app/new-ticket.room.tsx', 'src/tickets/new-ticket.page.tsx'],
  section: ['src/knowledge/section.page.tsx'],
  article: ['src/knowledge/section.page.tsx', 'src/knowledge/article.page.tsx'],
  profile: ['src/profile/profile.page.tsx'],
}
/** The two scripts in the head, which are no modules. */
const HEAD_BYTES = 2200
const MOST_KB = 150
/** Beyond it: an article brings the library that holds its text safe. */
const MOST_WITH_ARTICLE_KB = 152

/** Brotli bytes of the modules that a page of an app waits for or starts at once, in KiB. */
const kilobytes = (app: string, pages: readonly string[]): number => {
  const dist = join(ROOT, 'apps', app, 'dist')
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Built
  >
  const wanted = new Set<string>()
  const add = (name: string): void => {
    const built = manifest[name]
    if (built === undefined) throw new Error(`${app} has no ${name}: name the screen's files anew`)
    if (wanted.has(built.file)) return
    wanted.add(built.file)
    for (const next of built.imports ?? []) add(next)
  }
  for (const name of ['index.html', ...pages]) add(name)
  const bytes = Array.from(wanted, (file) => statSync(join(dist, `${file}.br`)).size)
  return bytes.reduce((sum, one) => sum + one, HEAD_BYTES) / 1024
}

test.each(Object.entries(STAFF))('staff, %s: the first load stays in its bounds', (name, pages) => {
  const most = name === 'article' ? MOST_WITH_ARTICLE_KB : MOST_KB
  expect(kilobytes('staff', [...pages, ...AFTER])).toBeLessThan(most)
})

test('desk, queue: the first load stays in its bounds', () => {
  expect(kilobytes('desk', ['src/app/workspace.page.tsx'])).toBeLessThan(MOST_KB)
})
