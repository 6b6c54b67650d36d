import type { Locator, Page } from '@playwright/test'
import { layoutFaults, setTextSize, smallTargets } from '../lib/layout.ts'
import { ROWS } from '../lib/profile-steps.ts'
import { pdf, png } from '../lib/samples.ts'
import { cards, files, heading, longTicket, messages, region, reply, send } from '../lib/screens.ts'
import { walkTo } from '../lib/walk-to.ts'
import { expect, SIZES, signIn, test } from '../lib/world.ts'

/** A screen: its name, its address, and a wait for the content that must be shown before measuring. */
type Screen = [name: string, path: string, shown: (page: Page) => Promise<void>]

const titled =
  (title: string | RegExp) =>
  (page: Page): Promise<void> =>
    expect(page.getByRole('heading', { level: 1, name: title })).toBeAttached()
/** A modal of the profile, by its title. */
const dialogOpen = (title: string) => (page: Page) =>
  expect(page.getByRole('dialog', { name: title, exact: true }).getByRole('button').first()).toBeVisible()
const selected = (tab: string) => (page: Page) =>
  expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
const main = (text: string) => (page: Page) =>
  expect(page.getByRole('main').getByText(text).first()).toBeVisible()

const STAFF: Screen[] = [
  ['home', '/1', main('Часто задаваемые вопросы')],
  ['tickets', '/1/tickets', (page) => expect(cards(page).first()).toBeVisible()],
  ['archive', '/1/tickets?status=processed', selected('Архив')],
  ['new ticket', '/1/tickets/add', (page) => expect(page.getByRole('radio').first()).toBeVisible()],
  ['section', '/1/section/1', (page) => expect(page.getByRole('article')).toBeVisible()],
  ['profile', '/1/profile', main('aziza@demo.test')],
  ['devices', '/1/profile/sessions', titled('Где вы вошли')],
  ...[
    ...ROWS,
    { step: 'email/edit', title: 'Смена почты' },
    { step: 'phone/edit', title: 'Смена номера' },
  ].map(({ step, title }): Screen => [step, `/1/profile/${step}`, dialogOpen(title)]),
  ['404', '/1/nowhere', titled('404 Not Found')],
]
const AGENT: Screen[] = [
  [
    'queue',
    '/desk/',
    (page) => expect(page.locator('main:not(.before-main) [data-ticket]').first()).toBeVisible(),
  ],
  [
    'closed tickets',
    '/desk/?tab=archive',
    async (page) => {
      await selected('Архив')(page)
      await expect(page.locator('main:not(.before-main) [data-ticket]').first()).toBeVisible()
    },
  ],
]
const EDITOR: Screen[] = [
  ['tree', '/desk/kb', (page) => expect(page.getByRole('searchbox', { name: 'Найти в базе' })).toBeVisible()],
  [
    'material',
    '/desk/kb/1',
    (page) => expect(page.getByRole('button', { name: 'Опубликовать' })).toBeVisible(),
  ],
  ['gaps', '/desk/kb/gaps', titled('Чего не нашли')],
  ['due', '/desk/kb/due', titled('Пора проверить')],
  ['exchange', '/desk/kb/exchange', titled('Импорт и экспорт')],
  [
    'synonyms',
    '/desk/kb/synonyms',
    (page) => expect(page.getByLabel('Группа 1', { exact: true })).toBeVisible(),
  ],
]
const NOBODY: Screen[] = [
  ['sign-in', '/intranet/', (page) => expect(page.getByRole('button', { name: 'Войти' })).toBeVisible()],
  ['recovery', '/intranet/recover', titled('Новый пароль')],
  ['revert', '/intranet/revert?token=nothing', titled('Ссылка не работает')],
]

// Longest word that must not be broken, by text size in percent: at 200 % a phone has space for words of twelve letters.
const WORD = { 100: 16, 200: 12 } as const

/** Waits two frames, until layout that depends on the width is rendered. */
const twoFrames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** Loads the first screen and navigates to the others within the app, unless `loads`. In the dark theme. */
const walk = async (page: Page, screens: readonly Screen[], loads = false): Promise<void> => {
  const faults: string[] = []
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const [at, [name, path, shown]] of screens.entries()) {
    await page.setViewportSize({ width: 390, height: 844 })
    if (at === 0 || loads) await page.goto(path)
    else await walkTo(page, path)
    await shown(page)
    for (const [width, height] of [
      [320, 640],
      [390, 844],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const size of [100, 200] as const) {
        await setTextSize(page, size)
        await twoFrames(page)
        const found = await layoutFaults(page, WORD[size])
        if (width === 320 && size === 200) found.push(...(await smallTargets(page)))
        for (const fault of found) faults.push(`${name}, ${width} px, ${size} %: ${fault}`)
      }
    }
  }
  expect(faults).toEqual([])
}

test('no screen of the staff scrolls sideways, breaks a word or lays texts over one another', async ({
  page,
  world,
}) => {
  await signIn(page, 'aziza', '/1/tickets')
  const open = (await cards(page).first().getAttribute('href')) ?? ''
  const { id, restaurant } = await longTicket(world)
  const talk = (page: Page) => expect(messages(page).first()).toBeVisible()
  await walk(page, [
    ...STAFF,
    ['conversation', open, talk],
    ['long conversation', `/${restaurant}/tickets/${id}`, talk],
    ['article', '/1/section/1/material/2', titled('Закрытие смены и Z-отчёт')],
  ])
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: 'Меню' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Выход' })).toBeAttached()
  // While the sheet slides in it is outside the screen.
  await expect
    .poll(async () => [...(await layoutFaults(page, WORD[200])), ...(await smallTargets(page))])
    .toEqual([])
})

/** Expects that the editor’s bar takes two lines on a phone, not four. */
const expectLowBar = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 320, height: 640 })
  await walkTo(page, '/desk/kb/1')
  const publish = page.getByRole('button', { name: 'Опубликовать' })
  await expect(publish).toBeVisible()
  // The text is already published: there is nothing to publish until it changes.
  await expect(publish).toBeDisabled()
  const bar = publish.locator('xpath=..')
  expect((await bar.boundingBox())?.height).toBeLessThan(120)
  for (const name of ['История', 'Предпросмотр'])
    await expect(bar.getByRole('button', { name })).toBeInViewport()
  await page.getByRole('textbox', { name: 'Название материала' }).fill('Смена открывается так')
  await expect(publish).toBeEnabled()
}

test('no screen of the desk and of the intranet does either; the editor’s bar is low on a phone', async ({
  page,
  browser,
  world,
}) => {
  // The intranet's pages are opened by loading them.
  await walk(page, NOBODY, true)
  await signIn(page, 'agent', '/desk/')
  const ticket =
    (await page.locator('main:not(.before-main) [data-ticket]').first().getAttribute('href')) ?? ''
  await walk(page, [...AGENT, ['ticket', ticket, (page) => expect(reply(page)).toBeVisible()]])
  await walk(page, [['way in', '/intranet/', titled('Рестораны')]])
  const context = await browser.newContext({ baseURL: world.url, locale: 'ru-RU' })
  const other = await context.newPage()
  await signIn(other, 'editor', '/desk/kb')
  await walk(other, EDITOR)
  await setTextSize(other, 100)
  await expectLowBar(other)
  await context.close()
})

test('a phone’s conversation leaves nothing blank: field of two rows, the list over it, the ticket over the list', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'aziza', '/1/tickets')
  await cards(page).first().click()
  await expect(messages(page).first()).toBeVisible()
  const box = async (one: ReturnType<typeof reply>) => (await one.boundingBox()) ?? { y: 0, height: 0 }
  for (const [height, list] of [
    [844, 400],
    [667, 400],
    [568, 300],
    [500, 250],
    [360, 120],
  ] as const) {
    await page.setViewportSize({ width: 390, height })
    // The layout for the viewport above a keyboard follows a frame later.
    await expect
      .poll(async () => {
        const form = await box(page.locator('form').filter({ has: reply(page) }))
        return [height, Math.round(form.y + form.height)]
      })
      .toEqual([height, height])
    const words = await box(region(page))
    expect(words.height).toBeLessThanOrEqual(400)
    expect(words.height).toBeGreaterThanOrEqual(list)
    const field = await box(reply(page))
    expect(field.y + field.height).toBeLessThanOrEqual(height)
    expect(field.height).toBeLessThanOrEqual(2 * 24 + 24 + 2)
    // The form is directly below the list, and details of the ticket fill the space above it.
    const form = await box(page.locator('form').filter({ has: reply(page) }))
    expect(Math.round(words.y + words.height)).toBe(Math.round(form.y))
    const head = await box(page.getByRole('main').locator('header'))
    const left = words.y - head.y - head.height
    const about = page.getByRole('region', { name: 'О тикете' })
    if (left > 28) expect(Math.round((await box(about)).height)).toBe(Math.round(left))
    else await expect(about).toBeHidden()
    if (height === 844) {
      expect(left).toBeGreaterThan(150)
      expect(words.height).toBe(400)
    }
  }
  // The number is never truncated.
  await page.setViewportSize({ width: 320, height: 640 })
  const number = page.getByRole('main').getByText('Ticket No.').locator('xpath=..')
  expect(await number.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
  // The field grows to six lines and then scrolls; it never displaces the list.
  await page.setViewportSize({ width: 390, height: 640 })
  await reply(page).fill('строка\n'.repeat(20))
  expect((await box(reply(page))).height).toBeLessThanOrEqual(6 * 24 + 24)
  expect((await box(region(page))).height).toBeGreaterThanOrEqual(120)
  // The same with a keyboard that covers the page without resizing it, like Safari's.
  const keyboard = (px: number) =>
    page.evaluate((px) => {
      const view = window.visualViewport
      Object.defineProperty(view, 'height', { get: () => innerHeight - px, configurable: true })
      view?.dispatchEvent(new Event('resize'))
    }, px)
  await page.setViewportSize({ width: 360, height: 640 })
  // Waits until the page has handled its new size before the keyboard opens.
  await twoFrames(page)
  await reply(page).focus()
  await keyboard(300)
  const formEnd = async () => {
    const form = await box(page.locator('form').filter({ has: reply(page) }))
    return Math.round(form.y + form.height)
  }
  await expect.poll(formEnd).toBe(340)
  await page.getByRole('link', { name: 'К списку тикетов' }).click({ trial: true })
  await keyboard(0)
  await expect.poll(formEnd).toBe(640)
  // A phone in landscape shows everything; if files or a keyboard leave too little space, all is still reachable.
  await page.setViewportSize({ width: 844, height: 390 })
  await expect
    .poll(async () => {
      const whole = await box(page.locator('form').filter({ has: reply(page) }))
      return whole.y + whole.height
    })
    .toBeLessThanOrEqual(390)
  await files(page).setInputFiles([pdf('счёт.pdf'), png('витрина.png'), pdf('смета.pdf')])
  for (const [width, height] of [
    [844, 340],
    [390, 380],
  ] as const) {
    await page.setViewportSize({ width, height })
    await send(page).click({ trial: true })
    await page.getByRole('link', { name: 'К списку тикетов' }).click({ trial: true })
  }
})

/** Left edges of the header, the content and the footer. */
const leftEdges = (page: Page) =>
  page.evaluate(() => {
    const left = (one: Element | null | undefined) => Math.round(one?.getBoundingClientRect().left ?? -1)
    const textLeft = (one: Element | null) => {
      const range = document.createRange()
      if (one !== null) range.selectNodeContents(one)
      return Math.round(range.getBoundingClientRect().left)
    }
    const header = document.querySelector('header button, header a')
    // The icon of a button without a border, the border of one with a border.
    const { borderLeftColor, borderLeftWidth } = getComputedStyle(header ?? document.body)
    const bare = borderLeftWidth === '0px' || borderLeftColor === 'rgba(0, 0, 0, 0)'
    const footer = document.querySelector('footer')
    const content = document.querySelector(
      'main [class*="accordion"], main h1:not(.visually-hidden), main button',
    )
    return {
      header: left(bare ? header?.querySelector('svg') : header),
      content: left(content),
      footer: footer?.className.includes('visually-hidden') ? null : textLeft(footer),
    }
  })

const endOfContent = (page: Page) =>
  page.evaluate(() => {
    const shown = document.querySelectorAll('main :is(p, section, a)')
    return Math.max(...Array.from(shown, (one) => one.getBoundingClientRect().right))
  })

/** Pages, their titles, and the checks: left edges align (`begins`), content fills a wide window (`fills`). */
const PAGES: [path: string, title: RegExp, asked: ('begins' | 'fills')[]][] = [
  ['/1', /^Поиск · /, ['begins']],
  ['/1/tickets', /^Тикеты · /, ['begins', 'fills']],
  ['/1/tickets/add', /^Новый тикет · /, ['begins', 'fills']],
  ['/1/profile', /^Данные вашего профиля · /, ['begins', 'fills']],
  ['/1/profile/security', /^Вход и безопасность · /, ['fills']],
  ['/1/section/1', /^(?!Вход).+ · /, ['begins']],
]

test('header, content and footer begin on one line; a wide window is filled; the list of restaurants is as high as its rows', async ({
  page,
  world,
}) => {
  await signIn(page, 'aziza', '/1')
  for (const [path, title, asked] of PAGES)
    await test.step(`${path}: ${asked.join(', ')}`, async () => {
      await page.setViewportSize(SIZES.desktop)
      if (path !== '/1') await walkTo(page, path)
      await expect(page).toHaveTitle(title)
      await expect(heading(page)).toBeAttached()
      const bar = page.getByRole('banner').getByRole('button')
      await expect(bar.first()).toBeVisible()
      if (asked.includes('fills')) {
        const end = (await bar.last().boundingBox()) ?? { x: 0 }
        await expect.poll(() => endOfContent(page), { message: path }).toBeGreaterThan(end.x)
      }
      if (!asked.includes('begins')) return
      for (const width of [1280, 1024, 800, 390]) {
        await page.setViewportSize({ width, height: 800 })
        // The header's content for this width may appear some frames later.
        const apart = async () => {
          const { header, content, footer } = await leftEdges(page)
          return [content - header, (footer ?? header) - header]
        }
        await expect.poll(apart, { message: `${path}, ${width} px` }).toEqual([0, 0])
      }
    })

  await test.step('a wide window has the list beside the ticket', async () => {
    await page.setViewportSize(SIZES.desktop)
    await walkTo(page, '/1/tickets')
    await expect(cards(page).first()).toBeVisible()
    // The button for a new ticket is beside the search field, on its level.
    const boxOf = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0 }
    const search = await boxOf(page.getByRole('searchbox', { name: 'Найти тикет' }))
    const create = await boxOf(page.getByText('Создать новый тикет').locator('xpath=..'))
    expect(create.y).toBeLessThan(search.y + 24)
    expect(create.x).toBeGreaterThan(search.x + search.width)
    await page.setViewportSize({ width: 1920, height: 1080 })
    expect((await boxOf(cards(page).first())).width).toBeLessThan(760)
    await page.setViewportSize({ width: 1280, height: 800 })
    await cards(page).first().click()
    const beside = page.getByRole('navigation', { name: 'Тикеты', exact: true })
    const current = beside.locator('[aria-current]')
    await expect(current).toHaveAttribute('href', new URL(page.url()).pathname)
    const first = page.url()
    await beside.getByRole('link').nth(1).click()
    await expect(page).not.toHaveURL(first)
    await expect(messages(page).first()).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(first)
    await expect(current).toHaveAttribute('href', new URL(first).pathname)
  })

  await test.step('the list of restaurants is as high as its rows; its search field comes with the eighth', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await walkTo(page, '/1')
    const opener = page.getByRole('banner').getByRole('button', { name: /Ресторан/ })
    const dialog = page.getByRole('dialog', { name: 'Рестораны' })
    await opener.click()
    await expect(dialog.getByRole('option').first()).toBeVisible()
    await expect(dialog.getByRole('combobox')).toHaveCount(0)
    await expect(dialog.getByRole('option', { selected: true })).toBeFocused()
    await page.keyboard.press('Home')
    await expect(dialog.getByRole('option').first()).toBeFocused()
    for (const key of 'пл') await dialog.getByRole('option').first().dispatchEvent('keydown', { key })
    await expect(dialog.getByRole('option', { name: 'Плов Центр' })).toBeFocused()
    expect((await dialog.boundingBox())?.height).toBeLessThan(300)
    await page.keyboard.press('Escape')
    await world.sql(`
      with added as (insert into restaurants (business_id, name, timezone)
        select r.business_id, 'Филиал ' || n, r.timezone from restaurants r, generate_series(1, 5) n where r.id = 1 returning id)
      insert into memberships (person_id, restaurant_id)
      select p.id, added.id from people p, added where p.email = 'aziza@demo.test'`)
    await page.reload()
    await opener.click()
    await expect(dialog.getByRole('combobox', { name: 'Найти ресторан' })).toBeFocused()
  })
})
