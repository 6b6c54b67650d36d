import { connect, createServer, type Socket } from 'node:net'

const ROUND_TRIP_MS = 150
/** Bytes per millisecond: 1.6 Mbit/s to the phone. */
const DOWN = 1_638_400 / 8 / 1000

/**
 * A proxy with Lighthouse's slow 4G in front of a server on this machine. All traffic, a worker's requests too, takes half
 * a round trip each way, a new connection one more, and all connections share the bandwidth.
 */
export const openSlowLine = async (port: number) => {
  let freeAt = 0
  const sockets = new Set<Socket>()
  const later = (ms: number, work: () => void) => setTimeout(work, ms)
  const server = createServer((phone) => {
    const there = connect(port, '127.0.0.1')
    for (const socket of [phone, there]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    const opened = performance.now() + ROUND_TRIP_MS
    phone.on('data', (bytes) =>
      later(Math.max(0, opened - performance.now()) + ROUND_TRIP_MS / 2, () => there.write(bytes)),
    )
    there.on('data', (bytes) => {
      const now = performance.now()
      freeAt = Math.max(freeAt, now) + bytes.length / DOWN
      later(freeAt - now + ROUND_TRIP_MS / 2, () => phone.write(bytes))
    })
    phone.on('close', () => there.destroy())
    there.on('end', () => later(Math.max(0, freeAt - performance.now()) + ROUND_TRIP_MS, () => phone.end()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://localhost:${typeof address === 'object' && address !== null ? address.port : 0}`,
    /** Closes the proxy and all connections. */
    cut: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
