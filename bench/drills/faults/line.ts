import { connect, createServer, type Socket } from 'node:net'

/** A proxy between our server and its database. */
export const openLine = (port: number, to_port: number) => {
  const sockets = new Set<Socket>()
  let state: 'open' | 'silent' | 'cut' = 'open'
  const server = createServer((from) => {
    if (state === 'cut') return from.destroy()
    const to = connect(to_port, '127.0.0.1')
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one)
      one.on('data', (chunk) => state === 'open' && other.write(chunk))
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  }).listen(port, '127.0.0.1')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    become: (next: typeof state) => {
      state = next
      // After swallowed data a connection cannot be resumed.
      if (next !== 'silent') cut()
    },
    close: () => {
      cut()
      server.close()
    },
  }
}
