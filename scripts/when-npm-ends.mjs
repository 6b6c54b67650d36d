// What npm started ends with it. Only what Node 20 knows: see run.mjs.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

const HAS_PROC = process.platform === 'linux'
// Elsewhere each look is a process of its own.
const EVERY_MS = HAS_PROC ? 500 : 2000

/** A process's parent and command line; undefined when it is gone. */
const lookAt = (pid) => {
  try {
    if (!HAS_PROC) {
      const { stdout } = spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' })
      const [, parent, command] = /^\s*(\d+)\s+(.*)/.exec(stdout)
      return { parent: Number(parent), command }
    }
    // The name, in brackets, may hold anything.
    const [, , parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1).split(' ')
    return { parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
  } catch {
    return undefined
  }
}

/**
 * Calls `act` once when the npm that runs this script is gone. npm hands signals on, but says nothing when it is killed, and
 * the shell between says nothing at all. Without npm it never does: whoever started us may go (`nohup`).
 */
export const whenNpmEnds = (act) => {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const above = lookAt(parent)
  // A shell that runs one command becomes it: then npm itself is our parent, and its own parent is nobody's business.
  const isShell = above?.command.includes(basename(process.argv[1])) === true
  const isThere = () => process.ppid === parent && (!isShell || lookAt(parent)?.parent === above.parent)
  const timer = setInterval(() => {
    if (isThere()) return
    clearInterval(timer)
    act()
  }, EVERY_MS)
  timer.unref()
}
