import { connect, createServer, type Socket } from 'node:net'
import type { Connection } from '@podmoga/sql/connection'
import { listenInFront } from '@podmoga/sql/testing-proxy'

/**
 * Imitates PgBouncer at the protocol level: a server connection belongs to a client only for one transaction (in `session` mode,
 * until the client disconnects), and untracked startup parameters are rejected. `bench/pgbouncer.ts` runs the same against the
 * real one.
 */
export interface TestPooler {
  connection: Connection
  /** The number of open server connections. */
  servers: () => number
  close: () => Promise<void>
}

const TRACKED = ['user', 'database', 'client_encoding', 'datestyle', 'timezone', 'application_name']
const SSL_REQUEST = 80_877_103
const [QUERY, SYNC, TERMINATE, READY] = [...'QSXZ'].map((letter) => letter.charCodeAt(0))

const frame = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const refusal = (words: string): Buffer => frame('E', Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${words}\0\0`))
const HELLO = Buffer.concat([
  frame('R', Buffer.alloc(4)),
  frame('K', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1])),
  frame('Z', Buffer.from('I')),
])

/** Calls `each` with every complete message of a stream. `hasType`: whether a type byte precedes the length. */
const split = (socket: Socket, each: (message: Buffer) => void, hasType: () => boolean): void => {
  let rest = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const at = hasType() ? 1 : 0
      if (rest.length < at + 4) return
      const length = at + rest.readInt32BE(at)
      if (rest.length < length) return
      const message = rest.subarray(0, length)
      rest = rest.subarray(length)
      each(message)
    }
  })
}

/** Accepts a client, or rejects its startup parameters; returns false if rejected. */
const greet = (socket: Socket, message: Buffer): boolean => {
  const words = message.subarray(8).toString().split('\0')
  const names = words.filter((word, at) => at % 2 === 0 && word !== '')
  const wrong = names.find((name) => !TRACKED.includes(name.toLowerCase()))
  if (wrong === undefined) return socket.write(HELLO) || true
  socket.end(refusal(`unsupported startup parameter: ${wrong}`))
  return false
}

/** Returns the startup message with user and database. */
const startupOf = ({ username, database }: Connection): Buffer => {
  const body = Buffer.from(`\0\x03\0\0user\0${username}\0database\0${database}\0\0`, 'latin1')
  const head = Buffer.alloc(4)
  head.writeInt32BE(body.length + 4)
  return Buffer.concat([head, body])
}

interface Server {
  socket: Socket
  client: Client | undefined
}
interface Client {
  socket: Socket
  server: Server | undefined
  waiting: Buffer[]
  /** Queries not yet answered by ReadyForQuery. */
  open: number
}

const watch = (sockets: Set<Socket>, socket: Socket): void => {
  sockets.add(socket)
  socket.on('error', () => undefined)
  socket.on('close', () => sockets.delete(socket))
}

export interface PoolerOptions {
  mode: 'session' | 'transaction'
  size?: number
  /** How long a server connection takes to open, at least. */
  open_ms?: number
}

/** Starts a pooler on a free port in front of a database behind a Unix socket. */
export const openPooler = async (
  to: Connection,
  { mode, size = 4, open_ms = 0 }: PoolerOptions,
): Promise<TestPooler> => {
  const servers = new Set<Server>()
  const idle: Server[] = []
  const queue: Client[] = []
  const sockets = new Set<Socket>()
  const link = (client: Client, server: Server): void => {
    client.server = server
    server.client = client
    for (const message of client.waiting.splice(0)) server.socket.write(message)
  }
  const drop = (server: Server): void => {
    server.socket.destroy()
    if (!servers.delete(server)) return
    const next = queue.shift()
    if (next !== undefined) dial(next)
  }
  const free = (server: Server): void => {
    if (server.client !== undefined) server.client.server = undefined
    server.client = undefined
    const next = queue.shift()
    if (next === undefined) idle.push(server)
    else link(next, server)
  }

  const dial = (client: Client): void => {
    const socket = connect(to.path ?? `${to.host}/.s.PGSQL.${to.port}`)
    watch(sockets, socket)
    const server: Server = { socket, client: undefined }
    servers.add(server)
    socket.write(startupOf(to))
    let greeted = false
    const onMessage = (message: Buffer): void => {
      if (!greeted) {
        if (message[0] !== READY) return
        greeted = true
        setTimeout(() => {
          if (client.socket.destroyed) drop(server)
          else link(client, server)
        }, open_ms)
        return
      }
      const owner = server.client
      owner?.socket.write(message)
      if (message[0] !== READY || owner === undefined) return
      owner.open -= 1
      if (mode === 'transaction' && owner.open === 0 && message[5] === 'I'.charCodeAt(0)) free(server)
    }
    split(socket, onMessage, () => true)
    socket.on('close', () => {
      servers.delete(server)
      server.client?.socket.destroy()
    })
  }

  const ask = (client: Client, message: Buffer): void => {
    if (message[0] === QUERY || message[0] === SYNC) client.open += 1
    if (client.server !== undefined) {
      client.server.socket.write(message)
      return
    }
    client.waiting.push(message)
    if (client.waiting.length > 1) return
    const server = idle.pop()
    if (server !== undefined) link(client, server)
    else if (servers.size < size) dial(client)
    else queue.push(client)
  }

  const listener = createServer((socket) => {
    watch(sockets, socket)
    const client: Client = { socket, server: undefined, waiting: [], open: 0 }
    let started = false
    const onMessage = (message: Buffer): void => {
      if (started) {
        if (message[0] !== TERMINATE) ask(client, message)
      } else if (message.readInt32BE(4) === SSL_REQUEST) socket.write('N')
      else started = greet(socket, message)
    }
    split(socket, onMessage, () => started)
    // The session state is not reset: the server connection is closed instead of reused.
    socket.on('close', () => {
      const at = queue.indexOf(client)
      if (at >= 0) queue.splice(at, 1)
      if (client.server !== undefined) drop(client.server)
    })
  })
  return {
    connection: await listenInFront(listener, to),
    servers: () => servers.size,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}
