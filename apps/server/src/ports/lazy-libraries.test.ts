import { expect, test } from 'vitest'
// Importing the app registers all lazy libraries.
import '../app.ts'
import { late, loadLazyLibraries, onFirstUse } from './lazy-libraries.ts'

test('every library that comes late can be loaded, and is loaded once', async () => {
  const prepared: unknown[] = []
  const csv = late<typeof import('csv-parse/sync')>(
    'csv-parse/sync',
    (library) => void prepared.push(library),
  )
  await loadLazyLibraries(async () => true)
  expect(prepared).toEqual([csv()])
  expect(csv().parse('a;b', { delimiter: ';' })).toEqual([['a', 'b']])
})

test('one that is loaded at its first use only is not loaded ahead', async () => {
  let loaded = 0
  const library = onFirstUse('node:path', () => {
    loaded += 1
  })
  await loadLazyLibraries(async () => true)
  expect(loaded).toBe(0)
  library()
  expect([library(), loaded]).toEqual([library(), 1])
})

test('a server that stops loads no more', async () => {
  let loaded = 0
  late('node:url', () => {
    loaded += 1
  })
  await loadLazyLibraries(async () => false)
  expect(loaded).toBe(0)
})
