import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The harmless text that every scanner calls a virus, split in two so that this file is not flagged. */
export const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!'}$H+H*`

const WORD = Buffer.from('zINSTREAM\0')
const PING = Buffer.from('zPING\0')

/** clamd's answer to the bytes received so far; undefined: it reads on. */
const answerOf = (received: Buffer, most: number): string | undefined => {
  if (received.equals(PING)) return 'PONG\0'
  if (!received.subarray(0, WORD.length).equals(WORD)) return undefined
  const pieces: Buffer[] = []
  for (let at = WORD.length, size = 0; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at)
    if (length === 0)
      return Buffer.concat(pieces).includes(EICAR) ? 'stream: Test.Eicar FOUND\0' : 'stream: OK\0'
    size += length
    if (size > most) return 'INSTREAM size limit exceeded. ERROR\0'
    pieces.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

/** A scanner that a test can start, stop and hang; initially stopped. */
export interface Scanner {
  /** The value of VIRUS_SCAN. */
  address: string
  /** Its StreamMaxLength. */
  stream_max: number
  /** When hung, it accepts everything and answers nothing. */
  hang: (is: boolean) => Promise<void>
  start: () => Promise<void>
  stop: () => Promise<void>
  /** Stops and removes its files. */
  end: () => Promise<void>
}

/** An imitation of the part of clamd's protocol we use, with one virus, on its own socket: for machines without ClamAV. */
export const makeImitation = async (): Promise<Scanner> => {
  const dir = await mkdtemp(join(tmpdir(), 'scan-'))
  const path = join(dir, 'clamd.sock')
  const stream_max = 1024 * 1024
  const sockets = new Set<Socket>()
  let isHung = false
  const serve = (socket: Socket): void => {
    let received = Buffer.alloc(0)
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.on('data', (piece) => {
      received = Buffer.concat([received, Buffer.from(piece)])
      const answer = isHung ? undefined : answerOf(received, stream_max)
      if (answer !== undefined) socket.end(answer)
    })
  }
  let server = createServer(serve)
  const stop = async (): Promise<void> => {
    if (!server.listening) return
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  return {
    address: `unix:${path}`,
    stream_max,
    hang: async (is) => {
      isHung = is
    },
    start: async () => {
      server = createServer(serve).listen(path)
      await once(server, 'listening')
    },
    stop,
    end: async () => {
      await stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
