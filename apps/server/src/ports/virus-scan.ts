import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createConnection, type NetConnectOpts } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout as pause, setImmediate as tick } from 'node:timers/promises'

/** How long callers that cannot wait skip a scanner that did not respond. Milliseconds. */
const AWAY_MS = 10_000
const PING_MS = 1000
/**
 * If the connection breaks while a file is being sent, the file is sent again, with pauses from this many bytes before that
 * offset.
 */
const BEFORE_BYTES = 1024 * 1024
const PAUSE_MS = 20

export type Verdict = { is: 'clean' } | { is: 'infected'; found: string } | { is: 'too_large' }

/** A virus scanner. */
export interface VirusScan {
  /**
   * Scans bytes, or the file at a path, within `ms`.
   * @throws ScannerAway if the scanner is unreachable, does not respond in time, or gives no clear verdict.
   */
  scan: (bytes: Readable | string, how: { ms: number; signal?: AbortSignal }) => Promise<Verdict>
  /** Whether it responds within a second. */
  isUp: () => Promise<boolean>
  /** Whether it recently failed to respond. */
  wasAway: () => boolean
}

/** The scanner is down, does not respond, or gives no verdict; the scan may be retried. */
export class ScannerAway extends Error {
  readonly code = 'SCANNER_AWAY'
  /** The number of bytes sent before it closed the connection without an answer; null if it was unreachable or timed out. */
  readonly hung_up_at: number | null
  constructor(why: string, hung_up_at: number | null = null) {
    super(why)
    this.hung_up_at = hung_up_at
  }
}

const addressOf = (address: string): NetConnectOpts => {
  if (address.startsWith('unix:')) return { path: address.slice('unix:'.length) }
  const { hostname, port } = new URL(address)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }
}

/** INSTREAM framing: each chunk is preceded by its length (4 bytes, big-endian); a zero length ends the stream. */
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
 * Sends all frames and returns the answer. clamd may answer and close the connection before the end if a file is too large. A
 * write to a connection that was just closed resets it and loses the answer, so the bytes after `slow_from` are sent with pauses.
 */
const ask = async (
  address: string,
  frames: AsyncIterable<Buffer> | Iterable<Buffer>,
  { signal, slow_from = Number.POSITIVE_INFINITY }: { signal: AbortSignal; slow_from?: number },
): Promise<string> => {
  const socket = createConnection({ ...addressOf(address), signal })
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
    for await (const piece of frames) {
      // Let the event loop read an answer before the next write finds the connection closed.
      await (sent < slow_from ? tick() : pause(PAUSE_MS))
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

/** The ClamAV daemon (`clamd`) at `tcp://host:port` or `unix:/path`; uses PING and INSTREAM. */
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
        // A connection lost in the middle of a file says nothing about the next file.
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

/** Opens the scanner named by VIRUS_SCAN; null if files are not scanned. */
export const openScanner = ({ VIRUS_SCAN }: { VIRUS_SCAN?: string | undefined }): VirusScan | null =>
  VIRUS_SCAN === undefined ? null : openVirusScan(VIRUS_SCAN)
