import { expect, test } from 'vitest'
import { takeRelease } from './take-release.ts'

const at = (name: string) => `https://desk.test/desk/assets/${name}`
const CODE: Record<string, string> = {
  [at('ticket-BBBBBBBB.js')]:
    'import{a}from"./shared-CCCCCCCC.js";import"./core-AAAAAAAA.js";import("./editor-BBBBBBBB.js")',
  [at('shared-CCCCCCCC.js')]: 'export*from"./deep-CCCCCCCC.js"',
}
const FILES = [
  'core-AAAAAAAA.js',
  'ticket-BBBBBBBB.js',
  'ticket-BBBBBBBB.css',
  'shared-CCCCCCCC.js',
  'deep-CCCCCCCC.js',
  'editor-BBBBBBBB.js',
].map(at)

/** A cache with files of the previous release, which records requests to the server. */
const cacheOf = (...names: string[]) => {
  const held = new Set(names.map(at))
  const asked: string[] = []
  const cache = {
    keys: async () => [...held].map((url) => new Request(url)),
    match: async (url: string) => (held.has(url) ? new Response(CODE[url] ?? '') : undefined),
    add: async ({ url }: Request) => {
      asked.push(url)
      if (url.includes('lost')) throw new TypeError('Failed to fetch')
      held.add(url)
    },
  }
  return { cache: cache as unknown as Cache, asked, held }
}

test('of an app that is kept in part only what has changed of that part is fetched, with what it imports', async () => {
  const { cache, asked } = cacheOf('core-AAAAAAAA.js', 'ticket-AAAAAAAA.js')
  await takeRelease(cache, FILES, false)
  expect(asked).toEqual(
    ['ticket-BBBBBBBB.js', 'ticket-BBBBBBBB.css', 'shared-CCCCCCCC.js', 'deep-CCCCCCCC.js'].map(at),
  )
})

test('of an app that is kept whole all that has changed is fetched; what is lost on the way is all that the next time asks for', async () => {
  const { cache, asked, held } = cacheOf('core-AAAAAAAA.js', 'ticket-AAAAAAAA.js')
  await expect(takeRelease(cache, [...FILES, at('lost-DDDDDDDD.js')], true)).rejects.toThrow(
    'Failed to fetch',
  )
  expect(asked).toEqual([...FILES.slice(1), at('lost-DDDDDDDD.js')])
  asked.length = 0
  await takeRelease(cache, FILES, true)
  expect(asked).toEqual([])
  expect(held).toContain(at('editor-BBBBBBBB.js'))
})
