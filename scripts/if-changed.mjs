// Runs work only when its sources have changed. Must run on Node 20: see run.mjs.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** File times have a resolution of up to two seconds: a file changed more recently may change again with the same time. */
const SETTLED_MS = 2000

const NOT_SOURCES = ['node_modules', 'dist']

/** Calls `each` with every file at or below the path, always in the same order. */
const walk = (path, each) => {
  const facts = statSync(path, { bigint: true, throwIfNoEntry: false })
  if (facts === undefined) return
  if (!facts.isDirectory()) return each(path, facts)
  for (const name of readdirSync(path).sort()) if (!NOT_SOURCES.includes(name)) walk(join(path, name), each)
}

/** Returns a hash of names, sizes and times of the files, and the time of the latest change. */
const factsOf = (path) => {
  const hash = createHash('sha256')
  let youngest_ns = 0n
  walk(path, (file, { size, mtimeNs, ctimeNs, ino }) => {
    // Tools such as `cp -p` and `tar` set mtime back, but none sets ctime.
    hash.update(`${file}\0${size} ${mtimeNs} ${ctimeNs} ${ino}\0`)
    for (const time of [mtimeNs, ctimeNs]) if (time > youngest_ns) youngest_ns = time
  })
  return { seen: hash.digest('hex'), youngest_ms: Number(youngest_ns / 1_000_000n) }
}

/**
 * Returns `once(stamp, sources, work)`, which does the work only if the content of its sources (files and folders below
 * `root`) has changed since the last time; the file `stamp` records that content. If names, sizes and times are unchanged,
 * nothing is read; otherwise, as after a checkout, the content decides. A change during the work causes it to run again
 * next time.
 * @param now the time in ms, like Date.now.
 */
export const makeIfChanged = (root, now = Date.now) => {
  // Several works have the same sources.
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
      // A read-only installation can be started too: its files are then read at each start.
      if (!isDone) throw error
    }
  }
}
