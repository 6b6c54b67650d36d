import { connect, createServer, type Server, type Socket } from 'node:net'
import type { Connection } from './connection.ts'

/** A proxy to a database that fails in the ways networks do. */
export interface Line {
  /** The database through this proxy. */
  connection: Connection
  /** From now on nothing passes and connections stay open, as with a pulled cable or a dropped firewall rule. */
  swallow: () => void
  /** New connections pass again; the earlier ones stay silent. */
  pass: () => void
  /** Closes every open connection. */
  cutAll: () => void
  close: () => Promise<void>
}

/** Lets a server listen on a free port; returns how to reach the database behind it. */
export const listenInFront = async (
  server: Server,
  { path: _socket, ...to }: Connection,
): Promise<Connection> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen')
  return { ...to, host: '127.0.0.1', port: address.port }
}

/** Opens a TCP proxy to a database behind a Unix socket. */
export const openProxy = async (to: Connection): Promise<Line> => {
  const sockets = new Set<Socket>()
  let silent = false
  const server = createServer({ pauseOnConnect: true }, (inner) => {
    const outer = connect(to.path ?? `${to.host}/.s.PGSQL.${to.port}`)
    const pair = [inner, outer]
    for (const socket of pair) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        // On a dead line not even the close of the other side arrives.
        if (!silent) for (const other of pair) other.destroy()
      })
    }
    if (silent) return
    inner.pipe(outer)
    outer.pipe(inner)
    inner.resume()
  })
  return {
    connection: await listenInFront(server, to),
    swallow: () => {
      silent = true
      for (const socket of sockets) {
        socket.unpipe()
        socket.pause()
      }
    },
    pass: () => {
      silent = false
    },
    cutAll: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
