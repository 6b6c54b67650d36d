// A process that opens real servers for the browser tests, each on a clone of one seeded database. Its modules are
// loaded once, so a fresh world for every test costs a fraction of a second.
import {
  makeSetupLink,
  openWorld,
  startIdentityProvider,
  startMailServer,
  startPushServer,
  type TestWorld,
} from '@podmoga/server/testing'
import { somePort } from './some-port.ts'

export type Order =
  | { id: number; do: 'open'; env: Record<string, string> }
  | { id: number; do: 'close'; world: number }
  | { id: number; do: 'move_clock'; world: number; by: number }
  | { id: number; do: 'sql'; world: number; text: string }
  | { id: number; do: 'mail'; world: number }
  | { id: number; do: 'setup_link'; world: number }
  | { id: number; do: 'push_browser'; world: number }
  | { id: number; do: 'pushed'; world: number }
  | { id: number; do: 'provider'; world: number; email: string }

const worlds = new Map<number, TestWorld>()
/** Mail servers of the worlds that asked for a real one. */
const mailServers = new Map<number, Awaited<ReturnType<typeof startMailServer>>>()
const providers = new Map<number, Awaited<ReturnType<typeof startIdentityProvider>>>()

/** Push services of the worlds that asked for one, each with its one browser. */
const pushServers = new Map<number, Awaited<ReturnType<typeof openPush>>>()
const openPush = async () => {
  const service = await startPushServer()
  return { ...service, own: service.browser() }
}

const worldOf = (number: number): TestWorld => {
  const world = worlds.get(number)
  if (world === undefined) throw new Error(`there is no world ${number}`)
  return world
}

const obey = async (order: Order): Promise<unknown> => {
  switch (order.do) {
    case 'open': {
      const { MAIL_SERVER, OWN_ADDRESS, PUSH_SERVER, ...env } = order.env
      const server = MAIL_SERVER === undefined ? null : await startMailServer()
      if (server !== null) mailServers.set(order.id, server)
      const smtp: Record<string, string> = server === null ? {} : { SMTP_URL: server.url }
      // Passkeys and others are bound to the public address, so they work only if it is the page's own origin.
      const port = OWN_ADDRESS === undefined ? 0 : await somePort()
      const own: Record<string, string> = port === 0 ? {} : { PUBLIC_URL: `http://localhost:${port}` }
      const push = PUSH_SERVER === undefined ? null : await openPush()
      if (push !== null) pushServers.set(order.id, push)
      const pushed: Record<string, string> = push === null ? {} : { PUSH_ORIGINS: push.url }
      const world = await openWorld({ SEED: 'demo', ...smtp, ...own, ...pushed, ...env })
      worlds.set(order.id, world)
      return { world: order.id, url: await world.listen(port) }
    }
    case 'close': {
      const world = worldOf(order.world)
      worlds.delete(order.world)
      await world.close()
      await providers.get(order.world)?.close()
      providers.delete(order.world)
      await mailServers.get(order.world)?.stop()
      await pushServers.get(order.world)?.stop()
      pushServers.delete(order.world)
      return void mailServers.delete(order.world)
    }
    case 'provider': {
      const { public_url } = worldOf(order.world).config
      const provider = await startIdentityProvider(
        // The redirect address of the first provider that the world registers.
        `${public_url}/intranet/callback/1`,
        order.email,
      )
      providers.set(order.world, provider)
      const { issuer, client_id, client_secret } = provider
      return { issuer, client_id, client_secret }
    }
    case 'move_clock':
      return worldOf(order.world).clock.move(order.by)
    case 'sql':
      return worldOf(order.world).sql.unsafe(order.text)
    case 'setup_link':
      return makeSetupLink(worldOf(order.world))
    case 'push_browser':
      return pushServers.get(order.world)?.own.subscription
    case 'pushed':
      return pushServers.get(order.world)?.own.received.map(({ payload }) => payload)
    case 'mail': {
      const world = worldOf(order.world)
      const letters = mailServers.get(order.world)?.letters() ?? world.mail.sent
      return { mail: letters, sms: world.sms.sent }
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
