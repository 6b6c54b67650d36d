import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The harmless text that every scanner calls a virus; in two halves, so that this file is none. */
export const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!'}$H+H*`

const WORD = Buffer.from('zINSTREAM\0')
const PING = 'zPING\0'

/** What clamd answers to what was said so far; undefined: it listens on. */
const answerOf = (said: Buffer, most: number): string | undefined => {
  if (said.toString() === PING) return 'PONG\0'
  if (!said.subarray(0, WORD.length).equals(WORD)) return undefined
  const pieces: Buffer[] = []
  for (let at = WORD.length, size = 0; at + 4 <= said.length; ) {
    const length = said.readUInt32BE(at)
    if (length === 0)
      return Buffer.concat(pieces).includes(EICAR) ? 'stream: Test.Eicar FOUND\0' : 'stream: OK\0'
    size += length
    if (size > most) return 'INSTREAM size limit exceeded. ERROR\0'
    pieces.push(said.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

/**
 * A clamd that knows one virus, at a socket of its own; it begins stopped. `isHung`: it takes everything and answers nothing.
 * `stream_max`: its StreamMaxLength.
 */
export const makeScanner = async () => {
  const dir = await mkdtemp(join(tmpdir(), 'scan-'))
  const path = join(dir, 'clamd.sock')
  const lines = new Set<Socket>()
  const scanner = {
    /** What VIRUS_SCAN is set to. */
    address: `unix:${path}`,
    isHung: false,
    stream_max: 1024 * 1024,
    start: async () => {
      server = createServer(serve).listen(path)
      await once(server, 'listening')
    },
    stop: async () => {
      if (!server.listening) return
      for (const line of lines) line.destroy()
      server.close()
      await once(server, 'close')
    },
    /** Stops, and nothing of it is left. */
    end: async () => {
      await scanner.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
  const serve = (line: Socket): void => {
    let said = Buffer.alloc(0)
    lines.add(line)
    line.on('close', () => lines.delete(line))
    line.on('error', () => undefined)
    line.on('data', (piece) => {
      said = Buffer.concat([said, Buffer.from(piece)])
      const answer = scanner.isHung ? undefined : answerOf(said, scanner.stream_max)
      if (answer !== undefined) line.end(answer)
    })
  }
  let server = createServer(serve)
  return scanner
}
