// Ends a process when the npm that started it ends. Must run on Node 20: see run.mjs.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

const HAS_PROC = process.platform === 'linux'
// Without /proc each check starts a process.
const EVERY_MS = HAS_PROC ? 500 : 2000

/** Returns a process's parent and command line; undefined if it has ended. */
const lookAt = (pid) => {
  try {
    if (!HAS_PROC) {
      const { stdout } = spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' })
      const [, parent, command] = /^\s*(\d+)\s+(.*)/.exec(stdout)
      return { parent: Number(parent), command }
    }
    // The process name, in brackets, may contain any characters.
    const [, , parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1).split(' ')
    return { parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
  } catch {
    return undefined
  }
}

/**
 * Calls `act` once when the npm that runs this script has ended. npm forwards signals, but not when it is killed, and the
 * shell in between forwards nothing. Never calls it without npm: another parent may end before us (`nohup`).
 */
export const whenNpmEnds = (act) => {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const above = lookAt(parent)
  // A shell that runs a single command is replaced by it: then npm is our parent, and npm's own parent does not matter.
  const isShell = above?.command.includes(basename(process.argv[1])) === true
  const isThere = () => process.ppid === parent && (!isShell || lookAt(parent)?.parent === above.parent)
  const timer = setInterval(() => {
    if (isThere()) return
    clearInterval(timer)
    act()
  }, EVERY_MS)
  timer.unref()
}
