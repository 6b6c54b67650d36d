import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { makeIfChanged } from './if-changed.mjs'

const LONG_AGO = new Date('2020-01-01')
const soon = () => Date.now() + 60_000

let root: string
let done: number

const ctimeOf = (path: string) => statSync(join(root, path), { bigint: true }).ctimeNs

/** Writes a file with a given mtime, as `cp -p` does, when the file system's clock has advanced since the last write. */
const put = (path: string, text: string, at = LONG_AGO): void => {
  const probe = join(root, 'probe')
  writeFileSync(probe, '')
  const before = ctimeOf('probe')
  while (ctimeOf('probe') === before) writeFileSync(probe, '')
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
  utimesSync(join(root, path), at, at)
}

/** Runs as the command does at each start, without state of earlier runs. Returns how often the work was done. */
const start = async (now: () => number, work = () => {}): Promise<number> => {
  const before = done
  await makeIfChanged(root, now)('dist/stamp', ['src', 'lock.json', 'absent'], () => {
    done += 1
    work()
  })
  return done - before
}

const stampLines = () => readFileSync(join(root, 'dist/stamp'), 'utf8').split('\n')

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'podmoga-once-'))
  done = 0
  put('src/a.ts', 'one')
  put('src/deep/b.ts', 'two')
  put('lock.json', '{}')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe.each([
  ['by the content of files that are too young', Date.now],
  ['by what the file system knows of older ones', soon],
])('%s', (_, now) => {
  it('is done once, and again for every kind of change to what it depends on', async () => {
    expect([await start(now), await start(now), await start(now)]).toEqual([1, 0, 0])
    const changes: (() => void)[] = [
      // Same size, and mtime set back.
      () => put('src/a.ts', 'six'),
      () => put('src/new.ts', ''),
      () => rmSync(join(root, 'src/new.ts')),
      () => put('lock.json', '{ }'),
      () => put('absent', 'here now'),
    ]
    for (const [at, change] of changes.entries()) {
      change()
      expect([at, await start(now), await start(now)]).toEqual([at, 1, 0])
    }
  })

  it('takes files that were only touched, and what is built or installed between them, for no change', async () => {
    await start(now)
    utimesSync(join(root, 'src/a.ts'), new Date(), new Date())
    put('src/dist/out.js', 'built')
    put('src/node_modules/x/index.js', 'installed')
    expect(await start(now)).toBe(0)
    // Changed and changed back, as by two checkouts.
    put('src/a.ts', 'other')
    put('src/a.ts', 'one')
    expect([await start(now), await start(now)]).toEqual([0, 0])
  })

  it('is done again when something changed while it was', async () => {
    expect(await start(now, () => appendFileSync(join(root, 'src/a.ts'), '!'))).toBe(1)
    expect([await start(now), await start(now)]).toEqual([1, 0])
  })

  it('is not done by work that failed', async () => {
    const failing = start(now, () => {
      throw new Error('no room')
    })
    await expect(failing).rejects.toThrow('no room')
    expect([await start(now), await start(now)]).toEqual([1, 0])
  })
})

test('files are read only while they are too young, or when the file system tells of a change', async () => {
  await start(Date.now)
  expect(stampLines()).toHaveLength(1)
  await start(soon)
  const [content, settled] = stampLines()
  // A hash that matches no content: if the files were read, the work would be done.
  writeFileSync(join(root, 'dist/stamp'), `-\n${settled}`)
  expect([await start(soon), stampLines()[0]]).toEqual([0, '-'])
  put('src/a.ts', 'one')
  expect([await start(soon), stampLines()[0]]).toEqual([1, content])
})
