import type { Page } from '@playwright/test'
import { listMaterials } from '@podmoga/contract/knowledge'
import { listMessages, listTickets } from '@podmoga/contract/tickets'
import { png } from './samples.ts'
import { cards, files, message, messages, removal, reply, send } from './screens.ts'
import { expect, signIn, test } from './world.ts'

test.use({ serviceWorkers: 'allow', fetchesAhead: true })

/** The answers this browser holds, by their keys: person, restaurant, query. */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // Opening a database that is not there would make it, empty.
    const known = await indexedDB.databases()
    if (!known.some(({ name }) => name === 'podmoga-answers')) return []
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('podmoga-answers')
      opening.onsuccess = () => resolve(opening.result)
    })
    const keys = await new Promise<IDBValidKey[]>((resolve) => {
      const asked = db.transaction('answers').objectStore('answers').getAllKeys()
      asked.onsuccess = () => resolve(asked.result)
    })
    db.close()
    return keys.map(String)
  })
const ownersOf = async (page: Page) => [...new Set((await kept(page)).map((key) => key.split('/')[0]))]

test('in the pocket: opened and written in without a network, handed photos, and nobody else’s', async ({
  page: first,
  context,
  world,
}) => {
  const call = await world.as('aziza', '1')
  const [ticket] = (await call(listTickets, {})).results
  const [material] = await call(listMaterials, {})
  const article = `/1/section/${material?.section}/material/${material?.id}`
  const before = (await call(listTickets, {})).total_items
  const messagesOf = async (id: string) =>
    (
      await call(listMessages, { params: { ticketId: id }, query: { page: '1', page_size: '10' } })
    ).results.flatMap(({ results }) => results)

  let page = first
  await page.clock.install()
  await signIn(page, 'aziza', '/1')
  for (const [path, kind] of [
    ['/1', 'faq'],
    [article, 'material'],
    ['/1/tickets/add', 'appeal'],
    ['/1/tickets', 'list'],
    [`/1/tickets/${ticket?.id}`, 'messages'],
  ] as const) {
    if (path !== '/1') await page.goto(path)
    await expect
      .poll(async () => {
        await page.clock.fastForward(1100)
        return (await kept(page)).join(' ')
      })
      .toContain(`"${kind}"`)
  }
  await page.clock.fastForward(10_000)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))

  // The app is closed, the network goes, the app is opened.
  await page.close()
  await context.setOffline(true)
  page = await context.newPage()
  await page.goto('/')
  await expect(page).toHaveURL(/\/1$/)
  await expect(page.getByRole('region', { name: 'Часто задаваемые вопросы' }).getByRole('link')).toHaveCount(
    12,
  )
  await page.goto(article)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(material?.title ?? '')
  await page.goto('/?open=tickets')
  await cards(page).first().click()
  await expect(messages(page).first()).toBeVisible()
  await reply(page).fill('Ответ без сети')
  await send(page).click()
  await expect(page.getByText('Ждёт сети')).toBeVisible()
  await page.goto('/?open=tickets/add')
  await page.getByRole('radio', { name: 'Другое' }).check({ force: true })
  await message(page).fill('Карта 4111 1111 1111 1111')
  await expect(page.getByRole('main').getByText(/Похоже на номер карты/)).toBeVisible()
  await message(page).fill('Тикет без сети')
  await expect(page.getByRole('main').getByText(/Похоже на номер карты/)).toHaveCount(0)
  await files(page).setInputFiles([png('чек.png'), png('касса.png')])
  await expect(removal(page, 'касса.png')).toBeVisible()
  await send(page).click()
  await expect(page).toHaveURL(/\/1\/tickets$/)
  await expect(page.getByText('Тикет без сети')).toBeVisible()

  // Closed again, and opened with a network: exactly those arrive, once.
  await page.close()
  await context.setOffline(false)
  page = await context.newPage()
  await page.goto('/1/tickets')
  await expect(cards(page).first()).toContainText('Тикет без сети')
  const listed = await call(listTickets, {})
  expect(listed.total_items).toBe(before + 1)
  const made = await messagesOf(String(listed.results[0]?.id))
  expect(made.map(({ attachments }) => attachments.length)).toEqual([2])
  await expect
    .poll(
      async () =>
        (await messagesOf(String(ticket?.id))).filter(({ text }) => text === 'Ответ без сети').length,
    )
    .toBe(1)

  // Another app hands over a photo, and what is none.
  await page.evaluate(() => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' })
    const field = document.createElement('input')
    Object.assign(field, { type: 'file', name: 'files', multiple: true })
    const given = new DataTransfer()
    given.items.add(new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47)], 'снимок.png', { type: 'image/png' }))
    given.items.add(new File(['MZ'], '../вирус.exe', { type: 'application/x-msdownload' }))
    field.files = given.files
    form.append(field)
    document.body.append(form)
    form.submit()
  })
  await expect(page).toHaveURL(/\/1\/tickets\/add$/)
  await expect(removal(page, 'снимок.png')).toBeVisible()
  await expect(page.getByText(/вирус\.exe»/)).toBeVisible()

  // The same phone in somebody else's hand, without a sign-out between.
  expect(await ownersOf(page)).toHaveLength(1)
  const [aziza] = await ownersOf(page)
  await signIn(page, 'timur', '/2/tickets')
  await expect(cards(page).first()).toBeVisible()
  await expect.poll(() => ownersOf(page)).not.toContain(aziza)
  expect(await page.evaluate(() => caches.has('pictures'))).toBe(false)
  await context.setOffline(true)
  await page.goto('/1/tickets')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Тикет без сети')).toHaveCount(0)
  // The desk is never opened from a cache.
  await expect(page.goto('/desk/')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
})
