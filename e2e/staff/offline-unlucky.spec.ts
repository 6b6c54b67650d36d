import type { CDPSession, Page } from '@playwright/test'
import { listTickets } from '@podmoga/contract/tickets'
import { type Release, startRelease } from '../lib/release.ts'
import { pdf } from '../lib/samples.ts'
import { cards, files, message, messages, removal, reply, send } from '../lib/screens.ts'
import { test as base, expect, signIn } from '../lib/world.ts'

const DAY_MS = 24 * 3600_000

const test = base.extend<{ release: Release }>({
  release: async ({ world }, use) => {
    const release = await startRelease(world.url)
    await use(release)
    release.close()
  },
  baseURL: async ({ release }, use) => use(release.url),
})
test.use({ serviceWorkers: 'allow', fetchesAhead: true })

/** Whether the worker of a new release is waiting behind that of this page. */
const waits = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting != null)

const storage = (devtools: CDPSession, url: string) => {
  const { origin } = new URL(url)
  return {
    wipe: () =>
      devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,cache_storage' }),
    quota: async () => (await devtools.send('Storage.getUsageAndQuota', { origin })).quota,
    /** Overrides the storage quota in bytes; undefined: no limit. */
    hold: (quotaSize?: number) =>
      devtools.send('Storage.overrideQuotaForOrigin', {
        origin,
        ...(quotaSize !== undefined && { quotaSize }),
      }),
  }
}

test('an unlucky day: a new release under the fingers, three tabs, a wiped and a full disk, a clock a day off', async ({
  page: first,
  context,
  world,
  release,
}) => {
  let page = first
  const call = await world.as('aziza', '1')
  const [ticket] = (await call(listTickets, {})).results
  const path = `/1/tickets/${ticket?.id}`
  const keys: string[] = []
  context.on('request', (request) => {
    const key = request.headers()['idempotency-key']
    if (request.method() === 'POST' && key !== undefined) keys.push(key)
  })
  const arrived = async (...texts: string[]) =>
    (
      await world.sql(
        `select text from messages where text in (${texts.map((text) => `'${text}'`).join(', ')}) order by id`,
      )
    ).map(({ text }) => text)

  // The phone's clock is a day ahead.
  await page.clock.install({ time: Date.now() + DAY_MS })
  await signIn(page, 'aziza', path)
  await expect(messages(page).first()).toBeVisible()
  await page.clock.fastForward(8100)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.goto(path)
  await expect(messages(page).first()).toBeVisible()

  // A release arrives while a person is writing: nothing changes, and it is used when the app is opened next.
  await reply(page).fill('Черновик прошлого выпуска')
  await page.evaluate(() => Object.assign(window, { stays: true }))
  release.next()
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
  await expect.poll(() => waits(page)).toBe(true)
  expect(await page.evaluate(() => 'stays' in window)).toBe(true)
  await expect(reply(page)).toHaveValue('Черновик прошлого выпуска')
  await reply(page).press('End')
  await reply(page).pressSequentially('!')
  await page.close()
  page = await context.newPage()
  await page.goto(path)
  await expect(reply(page)).toHaveValue('Черновик прошлого выпуска!')
  await expect.poll(() => waits(page)).toBe(false)
  const releases = await Promise.all(
    context.serviceWorkers().map((worker) => worker.evaluate(() => Reflect.get(self, 'release'))),
  )
  expect(releases.at(-1)).toBe('next')

  // On a connection so slow that the page still loads long after the first byte, it arrives complete.
  release.slow(1700)
  await page.reload()
  await expect(reply(page)).toHaveValue('Черновик прошлого выпуска!')

  // Three tabs write offline; the clock is corrected between two replies, then all stored data are wiped.
  const [list, form] = [await context.newPage(), await context.newPage()]
  await list.goto('/1/tickets')
  await form.goto('/1/tickets/add')
  await expect(cards(list).first()).toBeVisible()
  await form.getByRole('radio', { name: 'Другое' }).check({ force: true })
  const devtools = await context.newCDPSession(page)
  const disk = storage(devtools, release.url)
  await context.setOffline(true)
  await send(page).click()
  await expect(page.getByText('Ждёт сети')).toHaveCount(1)
  await page.clock.setSystemTime(Date.now())
  await reply(page).fill('Второй ответ')
  await send(page).click()
  await expect(page.getByText('Ждёт сети')).toHaveCount(2)
  await message(form).fill('Тикет третьей вкладки')
  await send(form).click()
  await expect(form.getByText('Тикет третьей вкладки')).toBeVisible()
  await disk.wipe()
  await context.setOffline(false)
  const replies = ['Черновик прошлого выпуска!', 'Второй ответ']
  await expect.poll(() => arrived(...replies, 'Тикет третьей вкладки')).toHaveLength(3)
  expect(await arrived(...replies)).toEqual(replies)
  // Above or below the ticket with the replies, depending on which was sent last.
  await expect(cards(list).filter({ hasText: 'Тикет третьей вкладки' })).toHaveCount(1)
  for (const tab of [page, list, form]) await expect(tab.getByText('Ждёт сети')).toHaveCount(0)
  expect(keys).toHaveLength(new Set(keys).size)

  // The disk is full, and the clock is a day behind: texts are kept as long as their page is open.
  await list.close()
  await form.close()
  await page.clock.setSystemTime(Date.now() - DAY_MS)
  await disk.hold(1)
  // The browser rounds the reported quota up against fingerprinting.
  expect(await disk.quota()).toBe(1)
  await context.setOffline(true)
  await reply(page).fill('Ответ с полного диска')
  await files(page).setInputFiles([pdf('счёт.pdf')])
  await expect(removal(page, 'счёт.pdf')).toBeVisible()
  await send(page).click()
  await expect(page.getByText('Ждёт сети')).toBeVisible()
  await reply(page).fill('Недописанное')
  await context.setOffline(false)
  await expect.poll(() => arrived('Ответ с полного диска')).toHaveLength(1)
  await expect(page.getByText('Ждёт сети')).toHaveCount(0)
  await expect(reply(page)).toHaveValue('Недописанное')
  await disk.hold()
  await expect(messages(page).last()).toContainText('Ответ с полного диска')
  expect(keys).toHaveLength(new Set(keys).size)
})
