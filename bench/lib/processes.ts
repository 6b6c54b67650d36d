import { readdirSync, readFileSync } from 'node:fs'

/** Of `/proc/<pid>/stat` after the name, which may hold spaces: utime and stime, in hundredths of a second. */
const ticksOf = (pid: number): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    // With those of children that have ended: backends of the database come and go.
    return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0)
  } catch {
    return 0
  }
}

/** Seconds of processor time that these processes have taken. */
export const cpuSeconds = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + ticksOf(pid), 0) / 100

/** Bytes of memory that a process holds. */
export const residentBytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024

/** Files and connections that a process has open. */
export const openDescriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length
