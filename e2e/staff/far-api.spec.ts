import { request as ask, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Cookie } from '@playwright/test'
import { png } from '../lib/samples.ts'
import { files, messages, reply, send } from '../lib/screens.ts'
import { expect, signInByHand, test } from '../lib/world.ts'

/** A proxy to the world's server on a separate port, which allows only some paths. */
const openDoor = async (isOpen: (path: string) => boolean) => {
  let to = ''
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (!isOpen(path)) return response.writeHead(404).end()
    const onward = ask(to + path, { method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    leadTo: (url: string) => {
      to = url
    },
    close: () => server.closeAllConnections(),
  }
}

const isCall = (path: string): boolean => /^\/(api|files)\//.test(path)
type Door = Awaited<ReturnType<typeof openDoor>>

const apart = test.extend<{ doors: { pages: Door; api: Door } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its destructuring
  doors: async ({}, use) => {
    const doors = { pages: await openDoor((path) => !isCall(path)), api: await openDoor(isCall) }
    await use(doors)
    doors.pages.close()
    doors.api.close()
  },
  env: async ({ doors }, use) =>
    use({
      API_BASE_URL: `${doors.api.url}/api/`,
      CORS_ORIGINS: doors.pages.url,
      PUBLIC_URL: doors.pages.url,
    }),
  baseURL: async ({ doors, world }, use) => {
    doors.pages.leadTo(world.url)
    doors.api.leadTo(world.url)
    await use(doors.pages.url)
  },
})

/** Returns the cookie; the session's with an expired token. */
const withOldToken = (cookie: Cookie): Cookie => {
  if (cookie.name !== 'user_tokens') return cookie
  const session = JSON.parse(decodeURIComponent(cookie.value))
  const [head, body, signature] = session.access_token.split('.')
  const payload = JSON.parse(Buffer.from(body, 'base64url').toString())
  const old = Buffer.from(JSON.stringify({ ...payload, exp: 1 })).toString('base64url')
  const access_token = [head, old, signature].join('.')
  return { ...cookie, value: encodeURIComponent(JSON.stringify({ ...session, access_token })) }
}

apart('the apps work with their backend on another origin', async ({ page, doors }) => {
  const strays: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (isCall(url.pathname) && url.origin !== doors.api.url) strays.push(request.url())
  })
  await signInByHand(page, 'timur', '/2/tickets')
  await page
    .getByRole('link', { name: /Тикет №/ })
    .first()
    .click()
  await expect(messages(page).first()).toBeVisible()
  await reply(page).fill('С другого адреса')
  await files(page).setInputFiles([png('витрина.png')])
  await send(page).click()
  await expect(messages(page).last()).toContainText('Отправлено')
  await page.reload()
  const picture = messages(page).last().getByRole('button', { name: 'Открыть витрина.png' }).locator('img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
  // The silent renewal sends its cookie there too.
  const renewal = page.waitForResponse(/auth\/renew/)
  // An open page would notice the expired token and renew it, possibly while it is being left.
  await page.goto('about:blank')
  await page.context().addCookies((await page.context().cookies(doors.pages.url)).map(withOldToken))
  await page.goto('/2')
  expect((await renewal).status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'Часто задаваемые вопросы' })).toBeVisible()
  expect(strays).toEqual([])
})
