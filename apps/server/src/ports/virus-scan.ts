import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createConnection, type NetConnectOpts } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'

/** For so long a scanner that did not answer is not asked by whoever cannot wait. Milliseconds. */
const AWAY_MS = 10_000
const PING_MS = 1000
/** A file that the line was lost of is sent again, from so many bytes before that place on with pauses. */
const BEFORE_BYTES = 1024 * 1024
const PAUSE_MS = 20

export type Verdict = { is: 'clean' } | { is: 'infected'; found: string } | { is: 'too_large' }

/** A scanner of files for viruses. */
export interface VirusScan {
  /**
   * Looks at bytes, or at the file of a path, for `ms` at most.
   * @throws ScannerAway when it cannot be asked, does not answer in time, or answers neither yes nor no.
   */
  scan: (bytes: Readable | string, how: { ms: number; signal?: AbortSignal }) => Promise<Verdict>
  /** Whether it answers within a second. */
  isUp: () => Promise<boolean>
  /** Whether it did not answer a moment ago. */
  wasAway: () => boolean
}

/** The scanner is down, silent, or cannot tell: it may be asked again. */
export class ScannerAway extends Error {
  readonly code = 'SCANNER_AWAY'
  /** After how many bytes it hung up without an answer; null: it was not there, or its time was over. */
  readonly hung_up_at: number | null
  constructor(why: string, hung_up_at: number | null = null) {
    super(why)
    this.hung_up_at = hung_up_at
  }
}

const placeOf = (address: string): NetConnectOpts => {
  if (address.startsWith('unix:')) return { path: address.slice('unix:'.length) }
  const { hostname, port } = new URL(address)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }
}

/** INSTREAM: each piece behind its length in four bytes, the greater first; a length of nothing ends it. */
async function* framed(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0')
  for await (const piece of bytes) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(piece.length)
    yield length
    yield piece
  }
  yield Buffer.alloc(4)
}

/**
 * Says it all and answers the answer. It may come, and the line go, before the end: of a file that is too long for one.
 * What is written to a line that has just gone loses the answer with it, so that bytes after `slow_from` go with pauses.
 */
const ask = async (
  address: string,
  said: AsyncIterable<Buffer> | Iterable<Buffer>,
  { signal, slow_from = Number.POSITIVE_INFINITY }: { signal: AbortSignal; slow_from?: number },
): Promise<string> => {
  const socket = createConnection({ ...placeOf(address), signal })
  let answer = ''
  let fault = 'the line was closed'
  let sent = 0
  const closed = once(socket, 'close').catch(() => undefined)
  socket.on('error', ({ message }) => {
    fault = message
  })
  socket.on('data', (piece) => {
    answer += String(piece)
    if (answer.includes('\0')) socket.destroy()
  })
  try {
    for await (const piece of said) {
      // An answer that has come is read before the line it came on is found closed.
      await (sent < slow_from ? turn() : pause(PAUSE_MS))
      if (socket.destroyed || answer !== '') break
      sent += piece.length
      if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed])
    }
    await closed
  } finally {
    socket.destroy()
  }
  if (answer === '') throw new ScannerAway(fault, socket.bytesWritten > 0 && !signal.aborted ? sent : null)
  return answer.replace(/\0.*$/s, '').trim()
}

const verdictOf = (answer: string): Verdict => {
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1]
  if (/size limit exceeded/i.test(answer) || found?.startsWith('Heuristics.Limits.Exceeded'))
    return { is: 'too_large' }
  if (found !== undefined) return { is: 'infected', found }
  if (answer === 'stream: OK') return { is: 'clean' }
  throw new ScannerAway(answer)
}

/** The scanner of ClamAV (`clamd`) at `tcp://host:port` or `unix:/path`: its commands PING and INSTREAM. */
export const openVirusScan = (address: string): VirusScan => {
  let away_at = Number.NEGATIVE_INFINITY
  return {
    scan: async (bytes, { ms, signal }) => {
      const until = AbortSignal.timeout(ms)
      const ends = signal === undefined ? until : AbortSignal.any([until, signal])
      const look = async (slow_from?: number): Promise<string> => {
        const stream = typeof bytes === 'string' ? createReadStream(bytes) : bytes
        try {
          return await ask(address, framed(stream), {
            signal: ends,
            ...(slow_from === undefined ? {} : { slow_from }),
          })
        } finally {
          stream.destroy()
        }
      }
      try {
        const answer = await look().catch((error: unknown) => {
          if (typeof bytes !== 'string' || !(error instanceof ScannerAway) || error.hung_up_at === null)
            throw error
          return look(error.hung_up_at - BEFORE_BYTES)
        })
        away_at = Number.NEGATIVE_INFINITY
        return verdictOf(answer)
      } catch (error) {
        // A line that was lost amid one file says nothing of the next.
        if (error instanceof ScannerAway && error.hung_up_at === null) away_at = performance.now()
        throw error
      }
    },
    isUp: async () => {
      const answer = await ask(address, [Buffer.from('zPING\0')], {
        signal: AbortSignal.timeout(PING_MS),
      }).catch(() => '')
      if (answer === 'PONG') away_at = Number.NEGATIVE_INFINITY
      return answer === 'PONG'
    },
    wasAway: () => performance.now() - away_at < AWAY_MS,
  }
}

/** The scanner that VIRUS_SCAN names; null: files are not looked at. */
export const openScanner = ({ VIRUS_SCAN }: { VIRUS_SCAN?: string | undefined }): VirusScan | null =>
  VIRUS_SCAN === undefined ? null : openVirusScan(VIRUS_SCAN)
