// A process that opens real servers for the browser tests, each on a clone of one seeded database. Its modules are
// loaded once, so a fresh world for every test costs a fraction of a second.
import { openWorld, type TestWorld } from '@podmoga/server/testing'

export type Order =
  | { id: number; do: 'open'; env: Record<string, string> }
  | { id: number; do: 'close'; world: number }
  | { id: number; do: 'move_clock'; world: number; by: number }
  | { id: number; do: 'sql'; world: number; text: string }
  | { id: number; do: 'mail'; world: number }

const worlds = new Map<number, TestWorld>()

const worldOf = (number: number): TestWorld => {
  const world = worlds.get(number)
  if (world === undefined) throw new Error(`there is no world ${number}`)
  return world
}

const obey = async (order: Order): Promise<unknown> => {
  switch (order.do) {
    case 'open': {
      const world = await openWorld({ SEED: 'demo', ...order.env })
      worlds.set(order.id, world)
      return { world: order.id, url: await world.listen() }
    }
    case 'close': {
      const world = worldOf(order.world)
      worlds.delete(order.world)
      return world.close()
    }
    case 'move_clock':
      return worldOf(order.world).clock.move(order.by)
    case 'sql':
      return worldOf(order.world).sql.unsafe(order.text)
    case 'mail': {
      const world = worldOf(order.world)
      return { mail: world.mail.sent, sms: world.sms.sent }
    }
  }
}

process.on('message', (order: Order) => {
  obey(order).then(
    (answer) => process.send?.({ id: order.id, answer: answer ?? null }),
    (error: unknown) => process.send?.({ id: order.id, error: String((error as Error).stack ?? error) }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.({ id: 0, answer: 'ready' })
