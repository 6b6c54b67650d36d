import type { Page } from '@playwright/test'
import { listMaterials, listSections } from '@podmoga/contract/knowledge'
import { listTickets } from '@podmoga/contract/tickets'
import { makeGate } from '../lib/screens.ts'
import { expect, forgetPerson, LOSING, MOVING, PEOPLE, SIZES, signIn, test, type Who } from '../lib/world.ts'

const APP_SCRIPT = /\/assets\/index-[\w-]+\.js$/
const PAGE_CODE = /\/assets\/(?:home\.layout|article\.page)-[\w-]+\.js$/
const SCREEN_CALL = /\/help_desk\/screen\/\?/

const enter = async (page: Page, who: Who) => {
  const { login, password } = PEOPLE[who]
  await page.request.post('/api/auth/sign-in/', { data: { login, password } })
}

/** Prerendered content, before the app starts. */
const tiles = (page: Page) => page.locator('#faq + div li')
const field = (page: Page) => page.getByRole('searchbox', { name: 'Поиск в базе знаний' })
const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Поиск в базе знаний' })

/** Positions of all controls and texts of the home page, in page pixels. */
const placesOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(h1, h2, li a, input)')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [element.textContent, x, y, width, height]
    }),
  )

/** Positions of headings, links and fields, in page pixels. */
const textsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(h1, h2, h3, a, textarea, [data-message])')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return `${element.textContent?.slice(0, 60)} ${[x, y, width, height].map(Math.round).join(' ')}`
    }),
  )

/** Detects whether half of the text disappears again for longer than a frame; see {@link mostLostOf}. */
const watchLosses = (page: Page) =>
  page.addInitScript(() => {
    const read = { most: 0, lost: 0, isLost: false }
    Object.assign(window, { read })
    const look = () => {
      const letters = document.querySelector('main')?.innerText.length ?? 0
      read.most = Math.max(read.most, letters)
      const isLost = letters < read.most / 2
      if (isLost && read.isLost) read.lost = 1 - letters / read.most
      read.isLost = isLost
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
const mostLostOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { read: { lost: number } }).read.lost)

/** Measures layout shift while each page loads; see {@link shiftOf}. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
/** Discards shifts caused by a change of the window's size. */
const forgetShifts = (page: Page) =>
  page.evaluate(() => {
    ;(window as unknown as { seen: { shift: number } }).seen.shift = 0
  })
const shiftOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)

const twoFrames = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  })

/** Runs `look` at the other width and at the width of the load, which is restored. */
const atBothWidths = async <Seen>(page: Page, look: (page: Page) => Promise<Seen>): Promise<Seen[]> => {
  const now = page.viewportSize() ?? SIZES.phone
  const seen: Seen[] = []
  for (const size of [...Object.values(SIZES).filter(({ width }) => width !== now.width), now]) {
    await page.setViewportSize(size)
    await twoFrames(page)
    seen.push(await look(page))
  }
  return seen
}

/** Holds the app's code back until the returned function is called. */
const holdApp = async (page: Page) => {
  await page.unroute(APP_SCRIPT)
  const gate = makeGate()
  await page.route(APP_SCRIPT, async (route) => {
    await gate.wait
    await route.continue()
  })
  return gate.open
}

test.use({ ...MOVING, ...LOSING })

test('the help home can be read, typed into and left before the app has come; a drawn conversation takes no letters', async ({
  page,
  world,
}) => {
  await test.step('the help home can be read, and its articles opened, before the app has come', async () => {
    await page.setViewportSize(SIZES.phone)
    const release = await holdApp(page)
    await signIn(page, 'aziza', '/1')
    const call = await world.as('aziza', '1')
    const faq = await call(listMaterials, {})
    await expect(tiles(page)).toHaveText(faq.map(({ title }) => title))
    await expect(page.locator('#topics + div li')).toHaveCount((await call(listSections, {})).length)
    // Screen reader and keyboard users would lose their position when the app replaces it.
    await expect(heading(page)).toHaveCount(0)
    await page.keyboard.press('Tab')
    await expect(page.locator('main :focus')).toHaveCount(0)
    await tiles(page).first().getByRole('link', { includeHidden: true }).click({ noWaitAfter: true })
    await expect(page).toHaveURL(/\/1\/section\/\d+\/material\/\d+\?subcategory=\d+$/)
    release()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(faq[0]?.title ?? '')
    await page.setViewportSize(SIZES.desktop)
  })

  await test.step('a field that was left before the app came does not take the focus back', async () => {
    const release = await holdApp(page)
    await page.goto('/1')
    await page.getByPlaceholder('Ваш вопрос').fill('стоп')
    await page.mouse.click(5, 5)
    release()
    await expect(field(page)).toHaveValue('стоп')
    await expect(field(page)).not.toBeFocused()
  })

  await test.step('what was typed before the app came is searched for, and the focus stays', async () => {
    const release = await holdApp(page)
    // As from the phone's home screen: it opens the last restaurant, and is prerendered as that.
    await page.goto('/?open=')
    await expect(page).toHaveURL(/\/1$/)
    await expect(tiles(page).first()).toBeVisible()
    await page.getByPlaceholder('Ваш вопрос').click()
    await page.keyboard.type('стоп')
    release()
    await expect(field(page)).toHaveValue('стоп')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('-лист')
    const found = page.getByRole('list', { name: 'Результаты поиска' }).getByRole('link')
    await expect(found.first()).toContainText(/стоп-лист/i)
  })

  await test.step('a drawn conversation takes no letters, and only the app reports it as read', async () => {
    const call = await world.as('aziza', '1')
    const [ticket] = (await call(listTickets, {})).results
    // Requests of the previous page must not be counted.
    await page.goto('about:blank')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/')) asked.push(new URL(request.url()).pathname)
    })
    const release = await holdApp(page)
    await page.goto(`/1/tickets/${ticket?.id}`)
    await expect(page.locator('.before-main textarea')).toHaveAttribute('readonly', '')
    expect(asked).toEqual(['/api/help_desk/screen/'])
    const messages = page.waitForResponse(/\/messages\/\?/)
    const read = page.waitForRequest(/\/messages\/read\/$/)
    release()
    await messages
    await read
  })

  await test.step('what an agent typed into the search before the app came is searched for; other fields wait', async () => {
    await enter(page, 'agent')
    const release = await holdApp(page)
    await page.goto('/desk/')
    const words = page.getByPlaceholder('Найти тикет')
    await words.click()
    await page.keyboard.type('терм')
    await expect(page.locator('.before-main input:not([data-goes-on]):not([readonly])')).toHaveCount(0)
    release()
    const live = page.getByRole('searchbox', { name: 'Найти тикет' })
    await expect(live).toHaveValue('терм')
    await expect(live).toBeFocused()
    await page.keyboard.type('инал')
    await expect(page).toHaveURL(/q=терминал|q=%D1%82/)
  })
})

test('the app takes the page over without moving anything, and letters that come late move nothing', async ({
  page,
  world,
}) => {
  await enter(page, 'aziza')
  await watchShifts(page)
  await watchLosses(page)

  await test.step('the app takes the page over without moving anything, at either width', async () => {
    await page.setViewportSize(SIZES.phone)
    const release = await holdApp(page)
    await page.goto('/1')
    await expect(tiles(page)).toHaveCount(12)
    await page.evaluate(() => document.fonts.ready)
    const before = await atBothWidths(page, placesOf)
    await forgetShifts(page)
    release()
    await expect(heading(page)).toBeVisible()
    await expect(page.getByRole('button', { name: /Переписка с поддержкой/ })).toBeAttached()
    expect(await shiftOf(page)).toBeLessThan(0.02)
    const after = await atBothWidths(page, placesOf)
    for (const [at, places] of before.entries()) {
      expect(places.length).toBeGreaterThan(20)
      expect(after[at]?.slice(0, places.length)).toEqual(places)
    }
  })

  await test.step('what stands drawn stays while the code of its page is on its way', async () => {
    await page.setViewportSize(SIZES.phone)
    await page.unroute(APP_SCRIPT)
    for (const path of ['/1', '/1/section/1']) {
      const [asked, gate] = [makeGate(), makeGate()]
      await page.route(PAGE_CODE, async (route) => {
        asked.open()
        await gate.wait
        await route.continue()
      })
      await page.goto(path)
      await asked.wait
      for (let i = 0; i < 10; i += 1) await twoFrames(page)
      expect([path, await mostLostOf(page)]).toEqual([path, 0])
      gate.open()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.unroute(PAGE_CODE)
    }
  })

  await test.step('letters that come late move nothing', async () => {
    const call = await world.as('aziza', '1')
    const [material] = await call(listMaterials, {})
    await page.setViewportSize(SIZES.phone)
    for (const path of ['/1', `/1/section/${material?.section}/material/${material?.id}`, '/1/profile']) {
      const gate = makeGate()
      await page.route(/\.woff2$/, async (route) => {
        await gate.wait
        await route.continue()
      })
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      gate.open()
      await page.evaluate(() => document.fonts.ready)
      expect(await page.evaluate(() => document.fonts.check('16px Onest', 'а'))).toBe(true)
      await twoFrames(page)
      expect(await shiftOf(page)).toBeLessThan(0.01)
      await page.unroute(/\.woff2$/)
    }
  })
})

test('nothing is asked for without a session that lives, and the sign-in comes before any code of the app', async ({
  page,
  world,
}) => {
  await test.step('without a session the sign-in comes before any code of the app', async () => {
    const asked: string[] = []
    page.on('request', (request) => {
      asked.push(new URL(request.url()).pathname)
    })
    await page.goto('/1/tickets?status=processed')
    await expect(page).toHaveURL(`${world.url}/intranet/?return_to=%2F1%2Ftickets%3Fstatus%3Dprocessed`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // Nothing of the staff app: the server redirects before its page.
    expect(asked.filter((path) => path.startsWith('/assets/'))).toEqual([])
    expect(asked[0]).toBe('/1/tickets')
    expect(asked[1]).toBe('/intranet/')
  })

  await test.step('nothing is asked for without a session that lives', async () => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (SCREEN_CALL.test(request.url())) asked.push(request.url())
    })
    await page.goto('/1')
    await expect(page).toHaveURL(/\/intranet\//)
    for (const value of ['%7B%22access_token%22%3A1', 'x', '%', '%7B%22access_token%22%3A%22a.b.c%22%7D']) {
      await page.context().addCookies([{ name: 'user_tokens', value, url: world.url }])
      await page.goto('/1')
      await expect(page).toHaveURL(/\/intranet\//)
    }
    expect(asked).toEqual([])
  })
})

test('the sign-in can be read, typed into and sent before its app has come, which takes over what stands there', async ({
  page,
}) => {
  const login = page.getByRole('textbox', { name: 'Почта или телефон' })
  const password = page.getByLabel('Пароль', { exact: true })
  const hasCome = () => expect(page).toHaveTitle('Вход · Подмога')
  await watchShifts(page)

  await test.step('every element stays where it is, and stays itself, at either width', async () => {
    await page.setViewportSize(SIZES.phone)
    const release = await holdApp(page)
    await page.goto('/intranet/')
    await expect(page.getByRole('heading', { level: 1, name: 'Вход' })).toBeVisible()
    await expect(page).toHaveTitle('Вход')
    const standing = await page.evaluateHandle(() => [...document.querySelectorAll('form *')])
    await page.evaluate(() => document.fonts.ready)
    const before = await atBothWidths(page, textsOf)
    await forgetShifts(page)
    release()
    await hasCome()
    await expect(page.getByRole('region', { name: 'Без пароля' })).toBeAttached()
    expect(await standing.evaluate((all) => all.filter((element) => !element.isConnected).length)).toBe(0)
    expect(await shiftOf(page)).toBeLessThan(0.02)
    const after = await atBothWidths(page, textsOf)
    for (const [at, texts] of before.entries()) {
      expect(texts.length).toBeGreaterThan(1)
      expect(after[at]?.slice(0, texts.length)).toEqual(texts)
    }
    await page.setViewportSize(SIZES.desktop)
  })

  await test.step('what is typed, filled by a password manager and focused stays', async () => {
    const release = await holdApp(page)
    await page.goto('/intranet/?return_to=%2F2')
    await login.click()
    await page.keyboard.type('aziza@test')
    await page.keyboard.press('ArrowLeft')
    // A password manager fills a field without key events.
    await password.evaluate((field: HTMLInputElement, text) => {
      field.value = text
    }, PEOPLE.aziza.password)
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft')
    release()
    await hasCome()
    await expect(login).toBeFocused()
    await page.keyboard.type('demo.')
    await expect(login).toHaveValue('aziza@demo.test')
    await expect(password).toHaveValue(PEOPLE.aziza.password)
    // Once the app runs, the links also carry the return address.
    await expect(page.getByRole('link', { name: 'Забыли пароль?' })).toHaveAttribute(
      'href',
      /return_to=%2F2$/,
    )
    await page.keyboard.press('Enter')
    await page.waitForURL('**/2')
  })

  await test.step('what is sent before goes out once the app has come, and into no address', async () => {
    await forgetPerson(page)
    const release = await holdApp(page)
    await page.goto('/intranet/?return_to=%2F1')
    await login.fill(PEOPLE.aziza.login)
    await password.fill(PEOPLE.aziza.password)
    await page.keyboard.press('Enter')
    await twoFrames(page)
    expect(page.url()).toMatch(/\/intranet\/\?return_to=%2F1$/)
    release()
    await page.waitForURL('**/1')
  })

  await test.step('whoever has a session is shown no form, not on the way back either', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        Object.assign(window, { isForm: document.querySelector('form') !== null })
      })
    })
    const isForm = () => page.evaluate(() => (window as unknown as { isForm: boolean }).isForm)
    await forgetPerson(page)
    await page.goto('/intranet/')
    expect(await isForm()).toBe(true)
    await login.fill(PEOPLE.aziza.login)
    await password.fill(PEOPLE.aziza.password)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Чайхана Навруз' }).click()
    await expect(heading(page)).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('link', { name: 'Чайхана Навруз' })).toBeVisible()
    expect(await isForm()).toBe(false)
  })
})

test('the app has the last word: an answer that is refused, broken, late or no text of ours leaves the page to it', async ({
  page,
  world,
}) => {
  await enter(page, 'aziza')
  const faq = page.getByRole('region', { name: 'Часто задаваемые вопросы' })

  await test.step('a refused or broken answer leaves the page to the app', async () => {
    for (const answer of [
      { status: 403, json: { error: 'x', code: 'forbidden' } },
      { status: 404, json: { error: 'x', code: 'not_found' } },
      { status: 200, body: 'not json' },
      { status: 200, json: { answers: [], html: null } },
    ]) {
      await page.route(SCREEN_CALL, (route) => route.fulfill(answer))
      await page.goto('/1')
      await expect(faq.getByRole('link')).toHaveCount(12)
      await page.unroute(SCREEN_CALL)
    }
  })

  await test.step('an answer that comes after the app changes nothing', async () => {
    const gate = makeGate()
    await page.route(SCREEN_CALL, async (route) => {
      await gate.wait
      await route.continue()
    })
    await page.goto('/1')
    await expect(heading(page)).toBeVisible()
    const late = page.waitForResponse(SCREEN_CALL)
    gate.open()
    await (await late).finished()
    await expect(heading(page)).toHaveCount(1)
    await expect(page.locator('main')).toHaveCount(1)
    await page.unroute(SCREEN_CALL)
  })

  await test.step('a call that fails has the last word over what was drawn', async () => {
    await page.route(/\/help_desk\/materials\/$/, (route) =>
      route.fulfill({ status: 500, json: { error: 'x' } }),
    )
    await page.goto('/1')
    await expect(faq.getByRole('alert')).toContainText('Не удалось загрузить')
    await page.unroute(/\/help_desk\/materials\/$/)
    await faq.getByRole('button', { name: 'Повторить' }).click()
    await expect(faq.getByRole('link')).toHaveCount(12)
  })

  await test.step('while the calls are under way the lists in sight are called busy', async () => {
    const release = await holdApp(page)
    const gate = makeGate()
    await page.route(/\/help_desk\/(materials|sections)\/$/, async (route) => {
      await gate.wait
      await route.continue()
    })
    await page.goto('/1')
    await expect(tiles(page)).toHaveCount(12)
    release()
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(2)
    await expect(page.locator('[data-live-announcer]')).toHaveText('Загрузка…')
    await expect(faq.getByRole('link')).toHaveCount(12)
    gate.open()
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
  })

  await test.step('a title is text, whatever it looks like', async () => {
    const title = `</script><script>document.title='!'</script><img src=x onerror=alert(1)> $& $1 {{x}}`
    const call = await world.as('aziza', '1')
    const [first] = await call(listMaterials, {})
    await world.sql(`update materials set title = $t$${title}$t$ where id = ${first?.id}`)
    const release = await holdApp(page)
    await page.goto('/1')
    await expect(tiles(page).first()).toHaveText(title)
    release()
    await expect(faq.getByRole('link').first()).toHaveText(title)
    await expect(page).toHaveTitle(/Помощь$/)
    await expect(page.locator('img')).toHaveCount(0)
  })
})

// Compares controls, texts and their positions before the app starts and after it has taken over.
const FIRST_SCREENS: [who: Who, path: string, ownCall: RegExp][] = [
  ['aziza', '/1/tickets', /\/help_desk\/tickets\/\?/],
  ['aziza', '/1/tickets/add', /\/select\/appeal-types\//],
  ['aziza', '/1/tickets/:ticket', /\/messages\/\?/],
  ['aziza', '/1/section/:material', /\/help_desk\/materials\/\d/],
  ['aziza', '/1/profile', /\/profile\//],
  ['agent', '/desk/', /\/desk\/tickets\/\?/],
]

test('tickets, an article, the profile and the queue of the desk: to be read before the app has come, and not moved when it does', async ({
  page,
  world,
}) => {
  const call = await world.as('aziza', '1')
  const [ticket] = (await call(listTickets, {})).results
  const [material] = await call(listMaterials, {})
  await watchShifts(page)
  let entered: Who | null = null
  for (const [who, path, ownCall] of FIRST_SCREENS) {
    if (entered !== who) await enter(page, who)
    entered = who
    // A conversation is laid out by script for the size of the window on load; the others by CSS.
    const isScripted = path.endsWith(':ticket')
    const look = (page: Page) =>
      isScripted ? textsOf(page).then((one) => [one]) : atBothWidths(page, textsOf)
    // Staff mostly use phones.
    const usual = who === 'agent' ? SIZES.desktop : SIZES.phone
    for (const viewport of isScripted ? Object.values(SIZES) : [usual]) {
      await page.setViewportSize(viewport)
      const release = await holdApp(page)
      await page.goto(
        path
          .replace(':ticket', String(ticket?.id))
          .replace(':material', `${material?.section}/material/${material?.id}`),
      )
      await expect(page.locator('.before-main h1')).toHaveCount(1)
      await page.evaluate(() => document.fonts.ready)
      const before = await look(page)
      if (!isScripted) await forgetShifts(page)
      // The answer to the app's own call renders last and could shift something.
      const answered = page.waitForResponse(ownCall)
      release()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await (await answered).finished()
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      await twoFrames(page)
      expect(await shiftOf(page)).toBeLessThan(0.02)
      const after = await look(page)
      for (const [at, texts] of before.entries()) {
        expect(texts.length).toBeGreaterThan(2)
        expect((after[at] ?? []).filter((text) => texts.includes(text))).toEqual(texts)
      }
    }
  }
})
