import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Call, makeCall, type Transport } from '@podmoga/contract/client'
import { Refusal } from '@podmoga/contract/refusals'
import { signIn } from '@podmoga/contract/session'
import { createTicket, sendReply } from '@podmoga/contract/tickets'
import { fetchTransport } from '@podmoga/contract/transports'

/** Demo people, each with their restaurant. */
export const CUSTOMERS = [
  { login: 'aziza@demo.test', password: 'Demo-pass-1', restaurant_id: '1' },
  { login: 'timur@demo.test', password: 'Demo-pass-2', restaurant_id: '2' },
  { login: 'aziza@demo.test', password: 'Demo-pass-1', restaurant_id: '3' },
  { login: 'stranger@other.test', password: 'Demo-pass-9', restaurant_id: '9' },
] as const satisfies readonly Customer[]
export interface Customer {
  login: string
  password: string
  restaurant_id: string
}

/** One write in the client's ledger: its text contains the id, its files are generated from it. */
export interface Op {
  id: string
  restaurant_id: string
  /** SHA-256 in hex of its files, in their order. */
  hashes: string[]
  /** Whether the whole answer 200 has arrived. */
  acknowledged: boolean
  /** Time of the answer, to find a lost write in the logs. */
  acknowledged_at?: string
  /** Sent again with the same key after its first answer was lost. */
  repeated: boolean
}

const opText = (id: string): string => `op:${id} Касса не печатает чек`

const HEADS = [
  { name: 'Договор.pdf', head: Buffer.from('%PDF-1.4\n') },
  { name: 'Снимок.jpg', head: Buffer.from([0xff, 0xd8, 0xff, 0xe0]) },
]
const SMALLEST = 2_000
const SPREAD = 60_000

const filesOf = (id: string, count: number): File[] =>
  HEADS.slice(0, count).map(({ name, head }, at) => {
    const size = SMALLEST + ((Number.parseInt(id.slice(0, 4), 16) * (at + 1)) % SPREAD)
    const body = createHash('shake256', { outputLength: size }).update(`${id} ${at}`).digest()
    return new File([Buffer.concat([head, body])], name)
  })

const hashOf = async (file: File): Promise<string> =>
  createHash('sha256')
    .update(Buffer.from(await file.arrayBuffer()))
    .digest('hex')

/** The contract's client of a customer. */
export const openCall = async (
  url: string,
  { login, password, restaurant_id }: Customer,
  transport: Transport = fetchTransport,
): Promise<Call> => {
  const bind = (headers: Record<string, string>) =>
    makeCall({ base_url: `${url}/api/`, transport, headers: () => headers })
  const { access_token } = await bind({})(signIn, { body: { login, password } })
  return bind({
    authorization: `Bearer ${access_token}`,
    'accept-language': 'ru',
    authrestaurantid: restaurant_id,
  })
}

/** The writes of all writers, and how many of them wait for an answer. */
export interface Ledger {
  ops: Op[]
  in_flight: number
  /** Refusals of a server that runs: there should be none. */
  refused: string[]
}

/** Makes writers wait while the server is down. */
export interface Gate {
  isOpen: () => boolean
  opened: () => Promise<void>
}

const isLost = (error: unknown): boolean =>
  error instanceof Refusal && ['network', 'unavailable', 'unreadable'].includes(error.code)

/**
 * Writes tickets with two files, and a reply with one file to every third ticket, until `stopped`. A write without an
 * answer is retried with its key once the server is back, or (every second one) abandoned.
 */
export const write = async (
  call: Call,
  customer: Customer,
  { ledger, gate, stopped }: { ledger: Ledger; gate: Gate; stopped: () => boolean },
): Promise<void> => {
  const once = async (count: number, send: (id: string, files: File[], key: string) => Promise<unknown>) => {
    const [id, key] = [randomUUID(), randomUUID()]
    const files = filesOf(id, count)
    const op: Op = {
      id,
      restaurant_id: customer.restaurant_id,
      hashes: await Promise.all(files.map(hashOf)),
      acknowledged: false,
      repeated: false,
    }
    ledger.ops.push(op)
    for (;;) {
      await gate.opened()
      ledger.in_flight += 1
      try {
        const answer = await send(id, files, key)
        op.acknowledged = true
        op.acknowledged_at = new Date().toISOString()
        return answer
      } catch (error) {
        if (!isLost(error)) ledger.refused.push(String(error))
        if (!isLost(error) || stopped() || (!op.repeated && Math.random() < 0.5)) return undefined
        op.repeated = true
      } finally {
        ledger.in_flight -= 1
      }
    }
  }
  for (let i = 0; !stopped(); i++) {
    const ticket = (await once(2, (id, files, idempotency_key) =>
      call(
        createTicket,
        { form: { category: 'technical_issue', topic: 'printing', initial_message: opText(id) }, files },
        { idempotency_key },
      ),
    )) as { id?: string } | undefined
    const ticketId = ticket?.id
    if (ticketId === undefined || i % 3 !== 0 || stopped()) continue
    await once(1, (id, files, idempotency_key) =>
      call(sendReply, { params: { ticketId }, form: { text: opText(id) }, files }, { idempotency_key }),
    )
  }
}

/** Seconds until a new ticket is acknowledged. */
export const untilWritten = async (call: Call): Promise<number> => {
  const since = performance.now()
  for (;;) {
    const done = await call(
      createTicket,
      { form: { category: 'other', initial_message: 'Проба' } },
      { idempotency_key: randomUUID() },
    ).then(
      () => true,
      () => false,
    )
    if (done) return (performance.now() - since) / 1000
    await pause(100)
  }
}
