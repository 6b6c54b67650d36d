import type { Locator, Page, Route } from '@playwright/test'
import { mergeTicket } from '@podmoga/contract/desk/relations'
import { closeTicket, reopenTicket } from '@podmoga/contract/desk/tickets'
import { editTicket } from '@podmoga/contract/desk/work'
import { refusalText } from '@podmoga/contract/refusals'
import { createTicket, sendReply } from '@podmoga/contract/tickets'
import { pdf } from '../lib/samples.ts'
import { walkTo } from '../lib/walk-to.ts'
import { expect, signIn, test, type World } from '../lib/world.ts'

// More tickets than a cook writes in ten minutes.
test.use({ env: { RATE_LIMITS: 'off' } })

const WIDE = { width: 1440, height: 900 }
const button = (on: Page | Locator, name: string) => on.getByRole('button', { name, exact: true })
const reply = (page: Page) => page.getByRole('textbox', { name: 'Ответ' })
const note = (page: Page) => page.getByRole('textbox', { name: 'Заметка' })
const messages = (page: Page) => page.getByRole('region', { name: 'Сообщения' })

/** A second agent, a factory of tickets with two messages, and a colleague's client. */
const openDesk = async (page: Page, world: World) => {
  await world.sql(`
    insert into desk_members (person_id, business_id, role)
    select id, 1, 'agent' from people where email = 'editor@demo.test'`)
  await page.setViewportSize(WIDE)
  const cook = await world.as('timur', '2')
  const newTicket = async (text = 'Касса молчит') => {
    const made = await cook(createTicket, { form: { category: 'other', initial_message: text } })
    const params = { ticketId: String(made.id) }
    await cook(sendReply, { params, form: { text: `${text}, и ещё` } })
    return { ...params, number: made.number ?? 0, params }
  }
  return { colleague: await world.as('editor'), own: await world.as('agent'), newTicket }
}

type NewTicket = Awaited<ReturnType<typeof openDesk>>['newTicket']

/** Presses by keyboard: content loading above could move the button away from the mouse. */
const press = (page: Page, name: string) => button(page, name).press('Enter')

const BUSY = 'Сервер занят, попробуйте через минуту.'
const answers = (status: number, code: string, error: string) => (route: Route) =>
  route.fulfill({ status, json: { code, error } })

// The forms and all failures are tested in apps/desk/src/tickets/submits.test.tsx and side/meanwhile.test.tsx.
const loseNote = async (page: Page, world: World, newTicket: NewTicket) => {
  const one = await newTicket()
  await signIn(page, 'agent', `/desk/tickets/${one.ticketId}`)
  await expect(messages(page).getByRole('article')).not.toHaveCount(0)
  await page.getByRole('tab', { name: 'Заметка' }).click()
  await note(page).fill('Звонила в банк')
  await page.getByLabel('Файлы', { exact: true }).setInputFiles({ ...pdf(), name: 'Памятка.pdf' })
  const call = /\/notes\/$/
  await page.route(call, (route) =>
    route.request().method() === 'POST' ? route.fetch().then(() => route.abort()) : route.fallback(),
  )
  await button(page, 'Сохранить заметку').click()
  await expect(page.getByText('Нет связи с сервером').first()).toBeVisible()
  await page.unroute(call)
  await expect(note(page)).toHaveValue('Звонила в банк')
  await expect(button(page, 'Удалить Памятка.pdf')).toBeVisible()
  await button(page, 'Сохранить заметку').click()
  await expect(note(page)).toHaveValue('')
  await expect(button(page, 'Удалить Памятка.pdf')).toHaveCount(0)
  expect(await world.sql(`select count(*)::int as n from notes where text = 'Звонила в банк'`)).toEqual([
    { n: 1 },
  ])

  // Text written while a note is being saved is the next note.
  await note(page).fill('Первая')
  await page.route(call, async (route) => {
    await note(page).press('End')
    await note(page).pressSequentially(' и вторая')
    await route.continue()
  })
  await button(page, 'Сохранить заметку').click()
  await expect(note(page)).toHaveValue('и вторая')
  await page.unroute(call)
}

test('a note whose answer was lost is saved once; what a colleague does to a ticket under an agent’s hands takes none of theirs', async ({
  page,
  world,
}) => {
  const { colleague, newTicket } = await openDesk(page, world)
  const overlay = page.getByRole('dialog')
  const open = async ({ ticketId }: { ticketId: string }) => {
    await walkTo(page, `/desk/tickets/${ticketId}`)
    await expect(messages(page).getByRole('article')).toHaveCount(2)
  }
  const close = (ticketId: string) => colleague(closeTicket, { params: { ticketId } })
  const reopen = (ticketId: string) => colleague(reopenTicket, { params: { ticketId } })
  const merge = (ticketId: string, into: string) =>
    colleague(mergeTicket, { params: { ticketId }, body: { into } })
  const isAt = (ticketId: string) => expect(page).toHaveURL(new RegExp(`/desk/tickets/${ticketId}$`))

  await test.step('a note keeps every word and file, and is saved once when it is pressed again', () =>
    loseNote(page, world, newTicket))

  await test.step('two that are to be one are merged elsewhere: the other pair is left alone', async () => {
    const [one, two, three] = [await newTicket(), await newTicket('Второй'), await newTicket('Третий')]
    await open(one)
    await press(page, 'Объединить…')
    await expect(button(overlay, `Объединить с №${two.number}`)).toBeVisible()
    const response = page.waitForResponse(/\/related\/$/)
    await merge(one.ticketId, three.ticketId)
    await response
    await button(overlay, `Объединить с №${two.number}`).click()
    await overlay.getByRole('button', { name: 'Объединить', exact: true }).click()
    await expect(overlay.getByText(refusalText('merged_already'))).toBeVisible()
    await overlay.getByRole('button', { name: 'Закрыть' }).click()
    await isAt(three.ticketId)
  })

  await test.step('a reply that could not go, and a note, go along to the ticket that stays', async () => {
    // The older ticket: it contains nothing newer than what the reply's author has seen.
    const into = await newTicket('Остаётся')
    const one = await newTicket()
    await open(one)
    await page.route(/\/messages\/$/, (route) =>
      route.request().method() === 'POST' ? answers(503, 'unavailable', BUSY)(route) : route.fallback(),
    )
    await reply(page).fill('Не ушло')
    await button(page, 'Отправить').click()
    await expect(messages(page).getByText('Не отправлено')).toBeVisible()
    await page.unroute(/\/messages\/$/)
    await page.getByRole('tab', { name: 'Заметка' }).click()
    await note(page).fill('Звонила в банк')
    await merge(one.ticketId, into.ticketId)
    await isAt(into.ticketId)
    await expect(note(page)).toHaveValue('Звонила в банк')
    await messages(page).getByRole('button', { name: 'Повторить' }).click()
    await expect(messages(page).getByText('Не отправлено')).toHaveCount(0)
    await expect
      .poll(() => world.sql(`select ticket_id::text from messages where text = 'Не ушло'`))
      .toEqual([{ ticket_id: into.ticketId }])
  })

  await test.step('what is being written is there again once a closed ticket is opened; tags of both stay', async () => {
    const one = await newTicket()
    await open(one)
    await reply(page).fill('Сейчас посмотрим')
    const tags = page.getByRole('combobox', { name: 'Метки' })
    await tags.fill('банк')
    await close(one.ticketId)
    await expect(reply(page)).toHaveCount(0)
    await colleague(editTicket, { params: one.params, body: { tags: ['касса'], tags_were: [] } })
    await expect(tags).toHaveValue(/касса/)
    await reopen(one.ticketId)
    await expect(reply(page)).toHaveValue('Сейчас посмотрим')
    await button(page, 'Сохранить метки').click()
    await expect(button(page, 'Сохранить метки')).toHaveCount(0)
    expect(await world.sql(`select tags from tickets where id = ${one.ticketId}`)).toEqual([
      { tags: ['касса', 'банк'] },
    ])
  })
})

test.describe('the line of an agent', () => {
  test.use({ serviceWorkers: 'allow', fetchesAhead: true })

  /** Whether the worker has cached every file that the page has loaded. */
  const isHeld = (page: Page) =>
    page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready
      const names = performance.getEntriesByType('resource').map(({ name }) => name)
      const files = [...new Set(names)].filter((name) => /\/desk\/assets\/.*\.(?:js|css|woff2)$/.test(name))
      const held = await Promise.all(files.map((name) => caches.match(name)))
      return active?.state === 'activated' && files.length > 20 && !held.includes(undefined)
    })

  test('the desk opens without a network with what was read and written, for its own agent alone, and comes back by itself', async ({
    page,
    context,
    world,
    complaints,
  }) => {
    const { newTicket } = await openDesk(page, world)
    await signIn(page, 'agent', '/desk/')
    const one = await newTicket('Касса на баре молчит')
    await page.goto(`/desk/tickets/${one.ticketId}`)
    await expect(messages(page).getByRole('article')).toHaveCount(2)
    await expect.poll(() => isHeld(page), { timeout: 20_000 }).toBe(true)

    await context.setOffline(true)
    await reply(page).fill('Перезагрузите кассу')
    await button(page, 'Отправить').click()
    await expect(messages(page).getByText('Ждёт сети')).toBeVisible()
    await reply(page).fill('И проверьте кабель')
    await page.reload()
    await expect(page.getByText('Нет соединения. Изменения сохраним.')).toBeVisible()
    await expect(page.getByRole('link', { name: /Касса на баре молчит/ })).toBeVisible()
    await expect(messages(page).getByText('Перезагрузите кассу')).toBeVisible()
    await expect(reply(page)).toHaveValue('И проверьте кабель')

    // After sign-out nothing of the agent's is shown.
    const cookies = await context.cookies()
    await context.clearCookies()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Нет соединения' })).toBeVisible()
    await expect(page.getByText(/касс/i)).toHaveCount(0)
    await context.addCookies(cookies)
    await page.reload()
    await expect(reply(page)).toHaveValue('И проверьте кабель')

    await context.setOffline(false)
    await expect
      .poll(() => world.sql(`select ticket_id::text from messages where text = 'Перезагрузите кассу'`))
      .toEqual([{ ticket_id: one.ticketId }])
    await expect(messages(page).getByText('Ждёт сети')).toHaveCount(0)
    await expect(reply(page)).toHaveValue('И проверьте кабель')
    // Online the page comes from the server each time.
    const ask = async () => (await page.goto('/desk/'))?.headers()['x-request-id']
    expect(await ask()).not.toBe(await ask())
    complaints.splice(0)
  })
})
