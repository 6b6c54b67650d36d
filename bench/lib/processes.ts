import { readdirSync, readFileSync } from 'node:fs'

/** Reads utime and stime, in hundredths of a second, from `/proc/<pid>/stat` after the name, which may contain spaces. */
const ticksOf = (pid: number): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    // Includes ended children: backends of the database come and go.
    return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0)
  } catch {
    return 0
  }
}

/** Seconds of CPU time that these processes have used. */
export const cpuSeconds = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + ticksOf(pid), 0) / 100

/** Resident memory of a process in bytes. */
export const residentBytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024

/** Number of open file descriptors of a process. */
export const openDescriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length
