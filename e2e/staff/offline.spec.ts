import type { BrowserContext, Page } from '@playwright/test'
import { sendDeskReply } from '@podmoga/contract/desk/tickets'
import { listMaterials } from '@podmoga/contract/knowledge'
import { createTicket, listMessages, listTickets } from '@podmoga/contract/tickets'
import { pace } from '../../tools/pace.ts'
import { closeByBack } from '../lib/close-by-back.ts'
import { png } from '../lib/samples.ts'
import { cards, files, message, messages, removal, reply, send } from '../lib/screens.ts'
import { walkTo } from '../lib/walk-to.ts'
import { expect, expectAccessible, expectFineEverywhere, signIn, test, type World } from '../lib/world.ts'

test.use({
  serviceWorkers: 'allow',
  fetchesAhead: true,
  env: { PUSH_SERVER: 'on', NOTICE_AFTER_SECONDS: '0' },
})

const DATABASES = { answers: 'podmoga-answers', owner: 'podmoga-push', requests: 'podmoga-outbox' } as const
/** Returns the keys in one of the app's stores; the key of an answer: person, restaurant, query. */
const kept = (page: Page, store: keyof typeof DATABASES = 'answers'): Promise<string[]> =>
  page.evaluate(
    async ([name, table]) => {
      // Opening a missing database would create it.
      const known = await indexedDB.databases()
      if (!known.some((one) => one.name === name)) return []
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
      })
      const keys = await new Promise<IDBValidKey[]>((resolve) => {
        const asked = db.transaction(table).objectStore(table).getAllKeys()
        asked.onsuccess = () => resolve(asked.result)
      })
      db.close()
      return keys.map(String)
    },
    [DATABASES[store], store] as const,
  )
/**
 * A browser can only subscribe at its vendor's push service, and a headless one cannot grant permission: this stubs both
 * with our service and a granted permission. The worker and its push handling are the browser's own.
 */
const subscribeAtOurs = async (context: BrowserContext, world: World): Promise<void> => {
  const given = await world.pushBrowser()
  await context.addInitScript(({ endpoint, p256dh, auth }) => {
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
        .buffer
    let isOn = true
    const subscription = {
      endpoint,
      getKey: (name: string) => bytes(name === 'auth' ? auth : p256dh),
      unsubscribe: async () => {
        isOn = false
        return true
      },
    }
    const manager = {
      subscribe: async () => subscription,
      getSubscription: async () => (isOn ? subscription : null),
    }
    Object.assign(PushManager.prototype, manager)
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = async () => 'granted'
  }, given)
}

/** Makes the browser send its worker an event, as for a push or a restored network. */
const toWorker = async (
  page: Page,
  origin: string,
  event:
    | { method: 'ServiceWorker.deliverPushMessage'; data: string }
    | { method: 'ServiceWorker.dispatchSyncEvent'; tag: string; lastChance: boolean },
): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  const known = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first !== undefined) resolve(first.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const { method, ...more } = event
  await devtools.send(method, { origin, registrationId: await known, ...more } as never)
  await devtools.detach()
}
/** Delivers a push to the worker of a page, as a push service would. */
const deliver = (page: Page, payload: Record<string, string>): Promise<void> =>
  toWorker(page, new URL(page.url()).origin, {
    method: 'ServiceWorker.deliverPushMessage',
    data: JSON.stringify(payload),
  })

/** Replaces the browser's token by one that the server refuses although it has not expired. */
const spoilToken = async (context: BrowserContext): Promise<void> => {
  const cookie = (await context.cookies()).find(({ name }) => name === 'user_tokens')
  if (cookie === undefined) throw new Error('nobody is signed in')
  const tokens = JSON.parse(decodeURIComponent(cookie.value))
  const access_token = String(tokens.access_token).replace(/[^.]+$/, 'x'.repeat(43))
  await context.addCookies([
    { ...cookie, value: encodeURIComponent(JSON.stringify({ ...tokens, access_token })) },
  ])
}

interface Phone extends ServiceWorkerGlobalScopeLike {
  onScreen: { title: string; tag: string; data: unknown; close: () => void }[]
}
interface ServiceWorkerGlobalScopeLike {
  registration: object
  dispatchEvent: (event: Event) => boolean
  ExtendableEvent: new (kind: string) => Event
}
const workerOf = (context: BrowserContext) => {
  const [worker] = context.serviceWorkers()
  if (worker === undefined) throw new Error('there is no worker')
  return worker
}
/** Stubs the worker's notifications, so that they can be read and tapped. */
const lookAtScreen = (context: BrowserContext): Promise<void> =>
  workerOf(context).evaluate(() => {
    const phone = self as unknown as Phone
    phone.onScreen = []
    const showNotification = async (title: string, { tag, body, data }: Record<string, string>) => {
      const close = () => {
        phone.onScreen = phone.onScreen.filter((one) => one.tag !== tag)
      }
      close()
      phone.onScreen.push({ title: `${title} ${body}`, tag: String(tag), data, close })
    }
    const getNotifications = async (asked?: { tag?: string }) =>
      phone.onScreen.filter(({ tag }) => asked?.tag === undefined || asked.tag === tag)
    Object.assign(phone.registration, { showNotification, getNotifications })
  })
const shown = (context: BrowserContext): Promise<string[]> =>
  workerOf(context).evaluate(() => (self as unknown as Phone).onScreen.map(({ title }) => title))
const tap = (context: BrowserContext): Promise<void> =>
  workerOf(context).evaluate(() => {
    const phone = self as unknown as Phone
    const [notification] = phone.onScreen
    phone.dispatchEvent(Object.assign(new phone.ExtendableEvent('notificationclick'), { notification }))
  })

/** Whether the whole app is cached: every file that its worker names. */
const holdsApp = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const worker = await (await fetch('/service-worker.js')).text()
    const named = worker.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g) ?? []
    const held = await Promise.all(named.map((file) => caches.match(file)))
    return named.length > 50 && held.every((answer) => answer !== undefined)
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
  // As on a Wi-Fi without internet: the browser always reports that it is online.
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => true }))
  await subscribeAtOurs(context, world)
  await page.clock.install()
  await signIn(page, 'aziza', '/1')
  for (const [path, kind] of [
    ['/1', 'faq'],
    [article, 'material'],
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
  // In small steps: requests have timeouts by the same clock, and a failed prefetch is retried only after an hour.
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(1100)
        return (await kept(page)).filter((key) => key.includes('"messages"')).length
      },
      // Many small steps: on a busy machine each takes a second.
      { intervals: [250], timeout: 60_000 * pace() },
    )
    .toBeGreaterThan(3)
  // Prefetched: the form has not been opened here.
  for (const kind of ['appeal', 'module', 'payment', 'limits'])
    expect((await kept(page)).join(' ')).toContain(`"choices","1","${kind}"`)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.clock.fastForward(8000)
  await expect.poll(() => holdsApp(page)).toBe(true)
  // Read while the worker runs: its picture is cached with it.
  const [pictured] = await world.sql(
    `select m.id::text as id, s.section_id::text as section from materials m
     join subcategories s on s.id = m.subcategory_id where m.cover_id is not null order by m.id limit 1`,
  )
  const withPicture = `/1/section/${pictured?.section}/material/${pictured?.id}`
  const cover = () =>
    page.evaluate(
      () => document.querySelector<HTMLImageElement>('main:not(.before-main) article img')?.naturalWidth,
    )
  await page.goto(withPicture)
  await expect.poll(cover).toBeGreaterThan(0)
  await expect
    .poll(async () => {
      await page.clock.fastForward(1100)
      return (await kept(page)).join(' ')
    })
    .toContain(`"material","${pictured?.id}"`)

  // The app is closed, the network is lost, the app is opened.
  await page.close()
  await context.setOffline(true)
  page = await context.newPage()
  await page.goto('/')
  await expect(page).toHaveURL(/\/1$/)
  await expect(page.getByRole('button', { name: 'Ресторан: Чайхана Навруз' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Часто задаваемые вопросы' }).getByRole('link')).toHaveCount(
    12,
  )
  await walkTo(page, '/1/profile')
  await expect(page.getByRole('main')).toContainText('Азиза')
  // Never opened here: the page explains why it is empty.
  await walkTo(page, '/1/profile/notices')
  await expect(page.getByText('Нет соединения. Покажем, когда сеть вернётся.')).toBeVisible()
  await page.goto(withPicture)
  await expect.poll(cover).toBeGreaterThan(0)
  await page.goto(article)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(material?.title ?? '')
  await expect(page.getByText('Нет соединения. Изменения сохраним.')).toBeVisible()
  await page.getByRole('button', { name: 'Да', exact: true }).click()
  await expect(page.getByRole('main').getByText('Спасибо! Рады, что помогло.')).toBeVisible()
  await page.goto('/')
  await page.getByRole('searchbox').fill(material?.title ?? '')
  await expect(page.getByText(/Ищем на этом устройстве/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Результаты поиска' }).getByRole('link').first()).toContainText(
    material?.title ?? '',
  )
  // Prefetched: it has not been opened here.
  await page.goto('/?open=tickets')
  await cards(page).nth(2).click()
  await expect(messages(page).first()).toBeVisible()
  await walkTo(page, '/1/tickets')
  await cards(page).first().click()
  await expect(messages(page).first()).toBeVisible()
  await reply(page).fill('Ответ без сети')
  await send(page).click()
  await expect(page.getByText('Ждёт сети')).toBeVisible()
  await expectAccessible(page)
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

  // Closed again, and opened online: exactly those arrive, once.
  await page.close()
  await context.setOffline(false)
  page = await context.newPage()
  await page.goto('/1/tickets')
  // Above or below the ticket of the reply, which is sent in parallel.
  await expect(cards(page).filter({ hasText: 'Тикет без сети' })).toHaveCount(1)
  const listed = await call(listTickets, {})
  expect(listed.total_items).toBe(before + 1)
  const written = listed.results.find(({ last_message }) => last_message === 'Тикет без сети')?.id ?? ''
  const made = await messagesOf(String(written))
  expect(made.map(({ attachments }) => attachments.length)).toEqual([2])
  await expect
    .poll(
      async () =>
        (await messagesOf(String(ticket?.id))).filter(({ text }) => text === 'Ответ без сети').length,
    )
    .toBe(1)

  // The feedback given offline has arrived once.
  await expect
    .poll(() =>
      world.sql(`select helpful from material_feedback where material_id = ${Number(material?.id)}`),
    )
    .toEqual([{ helpful: true }])

  // Turns notifications on: the signed-in person gets one, and a tap opens the ticket at the new message.
  const offer = page.getByRole('region', { name: 'Сказать, когда поддержка ответит?' })
  await expect(offer).toBeVisible()
  await expectAccessible(page)
  await offer.getByRole('button', { name: 'Включить уведомления' }).click()
  await expect(offer).toBeHidden()
  const agent = await world.as('agent')
  await agent(sendDeskReply, { params: { ticketId: written }, form: { text: 'Ответ, о котором позвонили' } })
  await expect.poll(async () => (await world.pushed()).length).toBe(1)
  const [push = {}] = await world.pushed()
  await lookAtScreen(context)
  await deliver(page, { ...push, owner: 'somebody else' })
  await deliver(page, push)
  await expect
    .poll(() => shown(context))
    .toEqual([expect.stringMatching(/^Поддержка ответила Тикет № \d+ · /)])
  await deliver(page, { ...push, kind: 'read' })
  await expect.poll(() => shown(context)).toEqual([])
  // The push is repeated by a server that did not get the acknowledgement, then a later one for the same ticket comes.
  await deliver(page, push)
  await deliver(page, { ...push, title: 'Снова', event: `${push.event}0` })
  await expect.poll(() => shown(context)).toEqual([expect.stringMatching(/^Снова /)])
  await tap(context)
  await expect(page).toHaveURL(new RegExp(`/1/tickets/${written}$`))
  await expect(messages(page).last()).toContainText('Ответ, о котором позвонили')
  await expect(messages(page).last()).toBeInViewport()
  expect(await shown(context)).toEqual([])
  const bell = page.getByRole('button', { name: 'Уведомления о тикете' })
  const desktop = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 390, height: 844 })
  await bell.click()
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await closeByBack(page)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/1/tickets/${written}$`))
  await page.setViewportSize(desktop)
  await bell.click()
  await page.getByRole('menuitem', { name: 'Не беспокоить' }).click()
  await expect
    .poll(() => world.sql(`select follows from ticket_follows where ticket_id = ${Number(written)}`))
    .toEqual([{ follows: false }])
  // Another restaurant of the person has an answer: the list of restaurants shows it.
  const elsewhere = await (await world.as('aziza', '2'))(createTicket, {
    form: { category: 'other', initial_message: 'В другом ресторане' },
  })
  const there = { params: { ticketId: String(elsewhere.id) }, form: { text: 'Ответ в другом ресторане' } }
  await agent(sendDeskReply, there)
  await page.goto('/intranet/')
  await expect(page.getByRole('link', { name: 'Плов Центр' })).toHaveAccessibleDescription(/\d+\sнепрочитанн/)
  await page.goto('/1/profile/notices')
  await page.getByRole('button', { name: /^Ресторан:/ }).click()
  await expect(page.getByRole('option', { name: /Плов Центр/ })).toContainText(/\d+\sответ/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  const away = (isAway: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isAway)
  await away(true)
  await expect(page).toHaveTitle(/^\(\d+\) .* · Помощь$/)
  await away(false)
  await expect(page).toHaveTitle(/^[^(].* · Помощь$/)
  await expect(page.getByText('Здесь звонят.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Не звонить вне смены' }).click()
  await expect(page.getByLabel('До')).toHaveValue('09:00')
  await expectFineEverywhere(page, 320)
  await page.setViewportSize(desktop)

  // Another app shares a photo, and a file that is not a photo.
  await page.evaluate(() => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' })
    const field = document.createElement('input')
    Object.assign(field, { type: 'file', name: 'files', multiple: true })
    const given = new DataTransfer()
    given.items.add(new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47)], 'снимок.png', { type: 'image/png' }))
    given.items.add(new File(['MZ'], '../вирус.exe', { type: 'application/x-msdownload' }))
    // Some phones share files under such names.
    given.items.add(new File(['%PDF-1.7'], '1000012345', { type: 'application/pdf' }))
    field.files = given.files
    form.append(field)
    document.body.append(form)
    form.submit()
  })
  await expect(page.getByText(/вирус\.exe»/)).toBeVisible()
  // The address keeps referring to the files until they are stored in the draft.
  await expect(page).toHaveURL(/\/1\/tickets\/add$/)
  await page.reload()
  await expect(removal(page, 'снимок.png')).toHaveCount(1)
  await expect(removal(page, '1000012345.pdf')).toHaveCount(1)

  // Written offline, then closed: the browser wakes the worker, which sends it once, without an open page.
  await page.goto(`/1/tickets/${written}`)
  await context.setOffline(true)
  await reply(page).fill('Ответ закрытого приложения')
  await send(page).click()
  await expect(page.getByText('Ждёт сети')).toBeVisible()
  await expect
    .poll(() => kept(page, 'requests'))
    .toContainEqual(expect.stringMatching(/^[^/]+\/1\/[\w-]{36}$/))
  await page.close()
  page = await context.newPage()
  const wake = () =>
    toWorker(page, world.url, {
      method: 'ServiceWorker.dispatchSyncEvent',
      tag: 'dispatch',
      lastChance: false,
    })
  await wake()
  await spoilToken(context)
  await context.setOffline(false)
  const arrived = async () =>
    (await messagesOf(written)).filter(({ text }) => text === 'Ответ закрытого приложения').length
  await Promise.all([wake(), wake()])
  await expect.poll(arrived).toBe(1)
  await page.goto(`/1/tickets/${written}`)
  await expect(messages(page).last()).toContainText('Ответ закрытого приложения')
  await expect(page.getByText('Ждёт сети')).toHaveCount(0)
  expect(await arrived()).toBe(1)
  await expect.poll(() => kept(page, 'requests')).toEqual([])

  // Another person signs in on the same phone without a sign-out before.
  expect(await ownersOf(page)).toHaveLength(1)
  const [aziza] = await ownersOf(page)
  await signIn(page, 'timur', '/2/tickets')
  await expect(cards(page).first()).toBeVisible()
  await expect.poll(() => ownersOf(page)).not.toContain(aziza)
  expect(await page.evaluate(() => caches.has('pictures'))).toBe(false)
  await expect.poll(() => kept(page, 'owner')).toEqual([])
  await deliver(page, push)
  expect(await shown(context)).toEqual([])

  // A connection without any answers also counts as offline: read content is shown once it has been stored.
  await expect
    .poll(async () => {
      await page.clock.fastForward(1100)
      return (await kept(page)).join(' ')
    })
    .toContain('"list"')
  await context.route(/\/(api|health)\//, () => new Promise(() => undefined))
  await page.goto('/2/tickets')
  await expect
    .poll(async () => {
      await page.clock.fastForward(1000)
      return cards(page).count()
    })
    .toBeGreaterThan(0)
  await expect(page.getByText('Нет соединения. Изменения сохраним.')).toBeVisible()
  await context.setOffline(true)
  await page.goto('/1/tickets')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Тикет без сети')).toHaveCount(0)
  // The desk is never opened from a cache.
  await expect(page.goto('/desk/')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
})
