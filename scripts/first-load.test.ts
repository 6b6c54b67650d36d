import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './files.ts'

interface Built {
  file: string
  imports?: string[]
}

/** The files that each screen loads right after it is rendered: a chunk of many modules has its own name. */
const AFTER = '_after-'
const STAFF: Record<string, string[]> = {
  home: ['src/knowledge/home/home.layout.tsx'],
  list: ['src/tickets/list/ticket-list.page.tsx', 'src/tickets/list/outgoing-tickets.tsx'],
  ticket: ['src/tickets/conversation/ticket.page.tsx'],
  'new ticket': ['src/app/new-ticket.layout.tsx', 'src/tickets/new-ticket/new-ticket.page.tsx'],
  section: ['src/knowledge/section/section.page.tsx'],
  article: ['src/knowledge/section/section.page.tsx', 'src/knowledge/article/article.page.tsx'],
  profile: ['src/profile/profile.page.tsx'],
}
/** Size of the two scripts in the head, which are not modules. */
const HEAD_BYTES = 1500
const MOST_KB = 145
const SIGN_IN_KB = 87

type Manifest = Record<string, Built>

const distOf = (app: string): string => join(ROOT, 'apps', app, 'dist')
const manifestOf = (app: string): Manifest =>
  JSON.parse(readFileSync(join(distOf(app), '.vite/manifest.json'), 'utf8'))

/** Transferred size; the smallest files are not compressed. */
const bytesOf = (path: string): number => statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size

/** Returns the files that a page of an app waits for or loads at once. */
const filesAtOnce = (app: string, pages: readonly string[]): ReadonlySet<string> => {
  const manifest = manifestOf(app)
  const wanted = new Set<string>()
  const add = (name: string): void => {
    const built = manifest[name]
    if (built === undefined) throw new Error(`${app} has no ${name}: name the screen's files anew`)
    if (wanted.has(built.file)) return
    wanted.add(built.file)
    for (const next of built.imports ?? []) add(next)
  }
  for (const name of ['index.html', ...pages])
    add(name === AFTER ? (Object.keys(manifest).find((own) => own.startsWith(AFTER)) ?? name) : name)
  return wanted
}

/** Returns their brotli size in KiB. */
const kilobytes = (app: string, pages: readonly string[]): number => {
  const bytes = Array.from(filesAtOnce(app, pages), (file) => bytesOf(join(distOf(app), file)))
  return bytes.reduce((sum, one) => sum + one, HEAD_BYTES) / 1024
}

/** Returns the uncompressed size of the installed app on the device: every file its worker names, and the worker. */
const installedMegabytes = (): number => {
  const worker = readFileSync(join(distOf('staff'), 'service-worker.js'), 'utf8')
  const named = new Set(worker.match(/\/(?:assets\/[\w.-]+\.(?:js|css|woff2)|favicon\.svg)/g))
  const names = ['service-worker.js', 'index.html', ...named]
  return names.reduce((sum, name) => sum + statSync(join(distOf('staff'), name)).size, 0) / 1024 / 1024
}

test('the installed app takes its three megabytes at most, without articles, and all of its pages are in it', () => {
  const megabytes = installedMegabytes()
  expect(megabytes).toBeLessThan(3)
  // Guards against a worker that names no files.
  expect(megabytes).toBeGreaterThan(0.5)
})

/** Returns the first import cycle; null if there is none. */
const circleOf = (manifest: Manifest): string[] | null => {
  const done = new Set<string>()
  const walk = (name: string, way: readonly string[]): string[] | null => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name]
    if (done.has(name)) return null
    for (const next of manifest[name]?.imports ?? []) {
      const circle = walk(next, [...way, name])
      if (circle !== null) return circle
    }
    done.add(name)
    return null
  }
  for (const name of Object.keys(manifest)) {
    const circle = walk(name, [])
    if (circle !== null) return circle
  }
  return null
}

test.each(Object.entries(STAFF))('staff, %s: the first load stays in its bounds', (_name, pages) => {
  expect(kilobytes('staff', [...pages, AFTER])).toBeLessThan(MOST_KB)
})

/** Strings of libraries that only single pages use; a build keeps them. */
const HEAVY = /ProseMirror|country_calling_codes|reactEasyCrop/g
const heavyIn = (pages: readonly string[]): string[] =>
  [...filesAtOnce('staff', pages)].flatMap(
    (file) => readFileSync(join(distOf('staff'), file), 'utf8').match(HEAVY) ?? [],
  )

test('neither an editor, nor phone numbers, nor the frame of a photo come with a first screen', () => {
  for (const pages of Object.values(STAFF)) expect(heavyIn([...pages, AFTER])).toEqual([])
  expect(heavyIn(['src/profile/phone/phone.edit.tsx'])).toContain('country_calling_codes')
  expect(heavyIn(['src/profile/photo/photo-crop.tsx'])).toContain('reactEasyCrop')
})

test('desk, queue: the first load stays in its bounds', () => {
  expect(kilobytes('desk', ['src/app/workspace.page.tsx'])).toBeLessThan(MOST_KB)
})

test('intranet, sign-in: the first load stays in its bounds', () => {
  expect(kilobytes('intranet', [])).toBeLessThan(SIGN_IN_KB)
})

// In a cycle a module of one file would run before its dependency in the other.
test.each(['staff', 'desk', 'intranet'])('%s: no two files of the build wait for each other', (app) => {
  expect(circleOf(manifestOf(app))).toBeNull()
})
