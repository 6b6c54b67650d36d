// Reads many live streams of one server in a separate process, started by fork(): raw sockets, one buffer for all of them,
// and only marks and ids are parsed. So the CPU of reading is measured apart from that of serving.
import { connect, type Socket } from 'node:net'
import { steadyMs } from './machine.ts'

/** A command to the reader. */
export type Order =
  | { do: 'open'; port: number; restaurant: string; tokens: string[] }
  /** Close all streams; then reopen all at once, each from its last event. */
  | { do: 'drop' }
  | { do: 'again' }
  | { do: 'cpu' }
  /** Answers when every stream has received all marks up to this one. */
  | { do: 'heard'; mark: number }
  | { do: 'times'; mark: number }

export interface Heard {
  /** Milliseconds of the machine's monotonic clock, per stream; NaN if the mark never came. */
  times: Float64Array
  /** Duplicate or misordered marks, of all streams so far. */
  wrong: number
  /** Streams that the server has ended so far. */
  lost: number
}

const AGAIN_MS = 1000
const SIDE_BY_SIDE = 100

interface Reading {
  token: string
  socket: Socket | undefined
  /** The beginning of an incomplete event. */
  rest: string
  id: string
  /** The mark that must come next. */
  next: number
  isGreeted: boolean
}

let port = 0
let restaurant = ''
let all: Reading[] = []
let wrong = 0
let refused = 0
/** Streams that the server has ended. */
let lost = 0
let isDropping = false
let greeted = 0
const times = new Map<number, Float64Array>()
let awaited: { mark: number; left: number; settle: () => void } | undefined
let onGreeted: (() => void) | undefined

const timesOf = (mark: number): Float64Array => {
  const known = times.get(mark) ?? new Float64Array(all.length).fill(Number.NaN)
  times.set(mark, known)
  return known
}

const handleEvent = (at: number, one: Reading, text: string): void => {
  const now = steadyMs()
  for (let from = text.indexOf('op:'); from >= 0; from = text.indexOf('op:', from + 3)) {
    const mark = Number.parseInt(text.slice(from + 3, from + 9), 10)
    if (mark !== one.next) wrong += 1
    one.next = mark + 1
    timesOf(mark)[at] = now
    if (awaited?.mark !== mark) continue
    awaited.left -= 1
    if (awaited.left === 0) awaited.settle()
  }
  const id = text.lastIndexOf('id: ')
  if (id >= 0) one.id = /^\d+/.exec(text.slice(id + 4, id + 24))?.[0] ?? one.id
  if (one.isGreeted) return
  one.isGreeted = true
  greeted += 1
  if (greeted === all.length) onGreeted?.()
}

const shared = Buffer.alloc(64 * 1024)

const open = (at: number, one: Reading): void => {
  let hasRefused = false
  const socket = connect({
    port,
    host: '127.0.0.1',
    onread: {
      buffer: shared,
      callback: (size, buffer) => {
        const text = one.rest + (buffer as Buffer).toString('latin1', 0, size)
        const end = text.lastIndexOf('\n\n')
        one.rest = end < 0 ? text : text.slice(end + 2)
        if (text.startsWith('HTTP/1.1 ') && !text.startsWith('HTTP/1.1 200')) {
          refused += 1
          hasRefused = true
          socket.destroy()
          setTimeout(() => open(at, one), AGAIN_MS)
        } else if (end >= 0) handleEvent(at, one, text.slice(0, end + 2))
        return true
      },
    },
  })
  one.socket = socket
  one.rest = ''
  socket.on('error', () => undefined)
  socket.on('close', () => {
    if (isDropping || hasRefused) return
    lost += 1
    setTimeout(() => open(at, one), AGAIN_MS)
  })
  const last = one.id === '' ? '' : `Last-Event-ID: ${one.id}\r\n`
  socket.write(
    `GET /api/events/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${one.token}\r\n` +
      `AuthRestaurantId: ${restaurant}\r\nAccept: text/event-stream\r\n${last}\r\n`,
  )
}

const openAll = async (): Promise<void> => {
  const opened = new Promise<void>((resolve) => {
    onGreeted = resolve
  })
  for (const [at, one] of all.entries()) {
    open(at, one)
    while (at - greeted > SIDE_BY_SIDE) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await opened
}

const obey = async (order: Order): Promise<unknown> => {
  switch (order.do) {
    case 'open':
      ;({ port, restaurant } = order)
      all = order.tokens.map((token) => ({
        token,
        socket: undefined,
        rest: '',
        id: '',
        next: 0,
        isGreeted: false,
      }))
      await openAll()
      return true
    case 'drop':
      isDropping = true
      for (const { socket } of all) socket?.destroy()
      return true
    case 'again': {
      const began = steadyMs()
      refused = 0
      isDropping = false
      for (const [at, one] of all.entries()) open(at, one)
      return began
    }
    case 'heard': {
      const left = all.filter(({ next }) => next <= order.mark).length
      if (left > 0)
        await new Promise<void>((settle) => {
          awaited = { mark: order.mark, left, settle }
        })
      return refused
    }
    case 'times':
      return { times: timesOf(order.mark), wrong, lost } satisfies Heard
    case 'cpu': {
      const { user, system } = process.cpuUsage()
      return user + system
    }
  }
}

process.on('disconnect', () => process.exit(0))
process.on('message', (order: Order) => {
  void obey(order).then((answer) => process.send?.({ answer }))
})
