import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Handler = (given: { request: Request }) => Promise<Response>
const { routes } = vi.hoisted(() => ({ routes: [] as unknown[][] }))
vi.mock('workbox-routing', () => ({ registerRoute: (...route: unknown[]) => routes.push(route) }))
vi.mock('workbox-precaching', () => ({
  addRoute: () => undefined,
  precache: () => undefined,
  createHandlerBoundToURL: () => async () => new Response('<html>kept'),
  PrecacheController: class {
    strategy = { cacheName: 'rest' }
    addToCacheList = () => undefined
  },
  PrecacheRoute: class {},
}))

const worker = new EventTarget()
const say = (data: object) => worker.dispatchEvent(Object.assign(new Event('message'), { data }))
/** A navigation; the server answers after this time. */
const open = async (answered_ms: number): Promise<string> => {
  vi.stubGlobal(
    'fetch',
    (_: Request, { signal }: { signal: AbortSignal }) =>
      new Promise((resolve, reject) => {
        setTimeout(() => resolve(new Response('<html>the server’s')), answered_ms)
        signal.addEventListener('abort', () => reject(new DOMException('late', 'AbortError')))
      }),
  )
  const handler = routes[0]?.[1] as Handler
  const page = handler({ request: new Request('https://desk.test/desk/') })
  await vi.advanceTimersByTimeAsync(20_000)
  return (await page).text()
}

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('self', Object.assign(worker, { registration: { scope: '/desk/' } }))
  vi.stubGlobal('__PRECACHED__', [])
  vi.stubGlobal('__FIRST__', 0)
  const { keepShell } = await import('./keep-shell.ts')
  keepShell({ page: '/desk/', isOurs: () => true, isWhole: false })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a page that lost a file which a release took away waits for the server’s own, once', async () => {
  expect(await open(200)).toBe('<html>the server’s')
  expect(await open(5000)).toBe('<html data-kept>kept')
  say({ fresh: true })
  expect(await open(5000)).toBe('<html>the server’s')
  expect(await open(5000)).toBe('<html data-kept>kept')
})
