import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Call, makeCall } from '@podmoga/contract/client'
import { signIn as signInCall } from '@podmoga/contract/session'
import { fetchTransport } from '@podmoga/contract/transports'

/** The demo people of the contract. */
export const PEOPLE = {
  aziza: { login: 'aziza@demo.test', password: 'Demo-pass-1', name: 'Азиза' },
  timur: { login: 'timur@demo.test', password: 'Demo-pass-2', name: 'Тимур' },
  agent: { login: 'agent@demo.test', password: 'Demo-agent-1', name: 'Бахтиёр' },
  editor: { login: 'editor@demo.test', password: 'Demo-editor-1', name: 'Малика' },
  admin: { login: 'admin@demo.test', password: 'Demo-admin-1', name: 'Нодира' },
  stranger: { login: 'stranger@other.test', password: 'Demo-pass-9', name: 'Ольга' },
} as const
export type Who = keyof typeof PEOPLE

/** `test.use(MOVING)`: a browser without reduced motion, which the other tests set. */
export const MOVING = { contextOptions: { reducedMotion: 'no-preference' } } as const

/** `test.use(LOSING)`: for tests that lose the network or files; the pages read code before they import it. */
export const LOSING = { readsFirst: true } as const

export interface World {
  url: string
  /** Moves the server's clock; milliseconds. */
  moveClock: (by: number) => Promise<void>
  sql: (text: string) => Promise<Record<string, unknown>[]>
  mail: () => Promise<{ mail: { to: string; text: string }[]; sms: { to: string; text: string }[] }>
  /** The path of the first setup, which an empty server prints at its start. */
  setupPath: () => Promise<string>
  /** With `PUSH_SERVER` in `env`: the subscription of a browser of that push service, and its received pushes, decrypted. */
  pushBrowser: () => Promise<{ endpoint: string; p256dh: string; auth: string }>
  pushed: () => Promise<Record<string, string>[]>
  /** Starts a company's identity provider with one person, who has this email and the subject `1`. */
  provider: (email: string) => Promise<{ issuer: string; client_id: string; client_secret: string }>
  /** The contract's client, signed in. */
  as: (who: Who, restaurant_id?: string) => Promise<Call>
}

interface Host {
  ask: (order: Record<string, unknown>) => Promise<unknown>
  end: () => void
}

const startHost = async (): Promise<Host> => {
  const child: ChildProcess = fork(join(import.meta.dirname, 'world-host.ts'), {
    stdio: 'inherit',
    execArgv: [],
  })
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (reason: unknown) => void }>()
  let last = 0
  const ready = new Promise((resolve, reject) => waiting.set(0, { resolve, reject }))
  child.on('message', (message: { id: number; answer?: unknown; error?: string }) => {
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error === undefined) asked?.resolve(message.answer)
    else asked?.reject(new Error(message.error))
  })
  child.on('exit', () => {
    for (const asked of waiting.values()) asked.reject(new Error('the world host has died'))
  })
  await ready
  return {
    ask: (order) => {
      last += 1
      const id = last
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        child.send({ id, ...order })
      })
    },
    end: () => child.disconnect(),
  }
}

const openCall = async (url: string, who: Who, restaurant_id: string | undefined): Promise<Call> => {
  const base_url = `${url}/api/`
  const { login, password } = PEOPLE[who]
  const anonymous = makeCall({ base_url, transport: fetchTransport, headers: () => ({}) })
  const { access_token } = await anonymous(signInCall, { body: { login, password } })
  return makeCall({
    base_url,
    transport: fetchTransport,
    headers: () => ({
      Authorization: `Bearer ${access_token}`,
      'Accept-Language': 'ru',
      ...(restaurant_id === undefined ? {} : { AuthRestaurantId: restaurant_id }),
    }),
  })
}

/** This function and the next one run in the browser. */
const fetchNothingAhead = (): void => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
  // Code that a promise of the page needs is still fetched.
  window.requestIdleCallback = () => 0
}
const importAtOnce = (): void => {
  const { fetch } = window
  window.fetch = (asked, how) =>
    typeof asked === 'string' && how === undefined && /\/assets\/[\w.-]+\.js$/.test(asked)
      ? Promise.resolve(new Response())
      : fetch(asked, how)
}

interface Fixtures {
  /** Whether pages prefetch while idle. That is a fifth of a test's work, so it is on only where it is tested. */
  fetchesAhead: boolean
  /**
   * Whether code is fetched completely before it is imported, as packages/build does: each file is requested twice, a third
   * of a load of the desk. So it is on only where files may be lost, or where prefetched files are tested.
   */
  readsFirst: boolean
  world: World
  env: Record<string, string>
  /** Console errors and other faults of the page; a test that expects one removes it. */
  complaints: string[]
}

/** Every test has its own server and demo database; an error in the page's console fails the test. */
export const test = base.extend<Fixtures, { host: Host }>({
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its destructuring
    async ({}, use) => {
      const host = await startHost()
      await use(host)
      host.end()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  env: [{}, { option: true }],
  fetchesAhead: [false, { option: true }],
  readsFirst: [({ fetchesAhead }, use) => use(fetchesAhead), { option: true }],
  context: async ({ browser, context, fetchesAhead, readsFirst }, use) => {
    const spare = async (one: BrowserContext): Promise<void> => {
      if (!fetchesAhead) await one.addInitScript(fetchNothingAhead)
      if (!readsFirst) await one.addInitScript(importAtOnce)
    }
    // Also contexts that the test opens for other people.
    const spareOther = (one: BrowserContext) => void spare(one).catch(() => undefined)
    await spare(context)
    browser.on('context', spareOther)
    await use(context)
    browser.off('context', spareOther)
  },
  world: async ({ host, env }, use) => {
    const { world, url } = (await host.ask({ do: 'open', env })) as { world: number; url: string }
    await use({
      url,
      moveClock: async (by) => void (await host.ask({ do: 'move_clock', world, by })),
      sql: (text) => host.ask({ do: 'sql', world, text }) as Promise<Record<string, unknown>[]>,
      mail: () => host.ask({ do: 'mail', world }) as ReturnType<World['mail']>,
      setupPath: async () => {
        const link = new URL((await host.ask({ do: 'setup_link', world })) as string)
        return link.pathname + link.search
      },
      pushBrowser: () => host.ask({ do: 'push_browser', world }) as ReturnType<World['pushBrowser']>,
      pushed: () => host.ask({ do: 'pushed', world }) as ReturnType<World['pushed']>,
      provider: (email) => host.ask({ do: 'provider', world, email }) as ReturnType<World['provider']>,
      as: (who, restaurant_id) => openCall(url, who, restaurant_id),
    })
    await host.ask({ do: 'close', world })
  },
  baseURL: async ({ world }, use) => use(world.url),
  complaints: [
    async ({ page, world, baseURL, env }, use) => {
      const complaints: string[] = []
      const own = new Set(
        [world.url, baseURL, env.API_BASE_URL].flatMap((url) => (url ? [new URL(url).origin] : [])),
      )
      // Tests refuse requests on purpose; the browser's line about that is not a fault.
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('request', (request) => {
        const from = new URL(request.frame().url())
        const asked = new URL(request.url())
        // X11, L06: our pages send requests only to our own server; following a link elsewhere is allowed.
        const isOurs = own.has(from.origin) && !request.isNavigationRequest()
        if (isOurs && asked.protocol.startsWith('http') && !own.has(asked.origin))
          complaints.push(`${asked.origin} is asked for ${asked.pathname}`)
        // T12: addresses are logged on the way, so a token must never be in one.
        if (/eyJ[\w-]+\.eyJ/.test(request.url()))
          complaints.push(`${asked.pathname} bears a token in its address`)
        // A page of the desk belongs to no restaurant.
        if (from.pathname.startsWith('/desk/') && asked.pathname.includes('/help_desk/screen/'))
          complaints.push(`${from.pathname} asks for a restaurant's screen`)
      })
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export {
  expectAccessible,
  expectAccessibleEverywhere,
  expectFineEverywhere,
  inBothThemes,
  SIZES,
} from './axe.ts'
export { expect }

/** Signs in through the form at the intranet, as a person does, and waits for the redirect. */
export const signInByHand = async (page: Page, who: Who, path = ''): Promise<void> => {
  await page.goto(`/intranet/${path === '' ? '' : `?return_to=${encodeURIComponent(path)}`}`)
  await page.getByRole('textbox', { name: 'Почта или телефон' }).fill(PEOPLE[who].login)
  await page.getByLabel('Пароль', { exact: true }).fill(PEOPLE[who].password)
  await page.getByRole('button', { name: 'Войти' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/intranet') || path === '')
}

/** Leaves the app first: an open page would notice the session change and could navigate while the test does. */
const leave = async (page: Page): Promise<void> => {
  const at = page.url()
  if (at === 'about:blank') return
  // Nothing runs there, and compiled code stays cached: after a blank page the next one would start in another process.
  const aside = new URL('/health/live', at).href
  // A page that is navigating elsewhere interrupts this; offline only a blank page can be opened.
  await page.goto(aside).catch(() => page.goto('about:blank'))
}

/** Leaves the app and clears the cookies: the browser is signed out. */
export const forgetPerson = async (page: Page): Promise<void> => {
  await leave(page)
  await page.context().clearCookies()
}

/** Opens a page as a signed-in person: sets the session cookies without the form, which other tests cover. */
export const signIn = async (page: Page, who: Who, path: string): Promise<void> => {
  const { login, password } = PEOPLE[who]
  await leave(page)
  const answer = await page.request.post(`/api/${signInCall.path}`, { data: { login, password } })
  expect(answer.status()).toBe(200)
  await page.goto(path)
}
