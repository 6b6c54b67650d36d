// Work that is done only when what it depends on has changed. Only what Node 20 knows: see run.mjs.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Times of files go on in steps, of two seconds at the coarsest: a younger one may change without its time doing so. */
const SETTLED_MS = 2000

const NOT_SOURCES = ['node_modules', 'dist']

/** Calls `each` with every file at or below the path, always in the same order. */
const walk = (path, each) => {
  const facts = statSync(path, { bigint: true, throwIfNoEntry: false })
  if (facts === undefined) return
  if (!facts.isDirectory()) return each(path, facts)
  for (const name of readdirSync(path).sort()) if (!NOT_SOURCES.includes(name)) walk(join(path, name), each)
}

/** What the file system knows of the files: their names, sizes and times; and when the youngest was changed. */
const factsOf = (path) => {
  const hash = createHash('sha256')
  let youngest_ns = 0n
  walk(path, (file, { size, mtimeNs, ctimeNs, ino }) => {
    // Many set the time of a change back (`cp -p`, `tar`); the time of the inode nobody does.
    hash.update(`${file}\0${size} ${mtimeNs} ${ctimeNs} ${ino}\0`)
    for (const time of [mtimeNs, ctimeNs]) if (time > youngest_ns) youngest_ns = time
  })
  return { seen: hash.digest('hex'), youngest_ms: Number(youngest_ns / 1_000_000n) }
}

/**
 * Makes `once(stamp, sources, work)`, which does the work only when the content of its sources (files and folders below
 * `root`) is another than when it was last done; the file `stamp` says which that was. While the file system tells of no
 * change nothing is read; when it does, as after a checkout, the content decides. What is changed while the work is under
 * way has it done again next time.
 * @param now the time in ms, as Date.now tells it.
 */
export const makeIfChanged = (root, now = Date.now) => {
  // Several works depend on the same folders.
  const looked = new Map()
  const look = (sources) => {
    const all = sources.map((source) => {
      const facts = looked.get(source) ?? factsOf(join(root, source))
      looked.set(source, facts)
      return facts
    })
    return {
      seen: createHash('sha256')
        .update(all.map(({ seen }) => seen).join())
        .digest('hex'),
      youngest_ms: Math.max(...all.map(({ youngest_ms }) => youngest_ms)),
    }
  }

  const contentOf = (sources) => {
    const hash = createHash('sha256')
    for (const source of sources)
      walk(join(root, source), (file) => {
        hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
      })
    return hash.digest('hex')
  }

  return async (stamp, sources, work) => {
    const file = join(root, stamp)
    const [done, settled] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    const began_ms = now()
    const { seen, youngest_ms } = look(sources)
    if (settled === seen) return
    const content = contentOf(sources)
    const isDone = done === content
    if (!isDone) await work()
    looked.clear()
    if (look(sources).seen !== seen) return
    const isSettled = youngest_ms < began_ms - SETTLED_MS
    try {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, isSettled ? `${content}\n${seen}` : content)
    } catch (error) {
      // An installation that may only be read can be started too: its files are then read at each start.
      if (!isDone) throw error
    }
  }
}
