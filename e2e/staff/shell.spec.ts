import type { Page } from '@playwright/test'
import { pace } from '../../tools/pace.ts'
import { closeByBack } from '../lib/close-by-back.ts'
import { preferTheme } from '../lib/prefer-theme.ts'
import { codeFor } from '../lib/profile-steps.ts'
import { pdf } from '../lib/samples.ts'
import {
  cards,
  files,
  heading,
  mainMenu,
  makeGate,
  message,
  messages,
  region,
  removal,
  reply,
  send,
} from '../lib/screens.ts'
import { walkTo } from '../lib/walk-to.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleEverywhere,
  forgetPerson,
  inBothThemes,
  LOSING,
  MOVING,
  SIZES,
  signIn,
  test,
} from '../lib/world.ts'

const CALLS = /\/api\/(help_desk|users)\//
const FOOTER = '2024 © Подмога. Все права защищены.'

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Returns the number of elements with animated position or size. */
const countMoving = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      document
        .getAnimations()
        .filter((one) => Number(one.effect?.getComputedTiming().duration ?? 0) > 1)
        .filter((one) =>
          ((one.effect as KeyframeEffect | null)?.getKeyframes() ?? []).some((frame) =>
            ['transform', 'translate', 'scale'].some((name) => name in frame),
          ),
        ).length,
  )

const openMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Меню' }).click()
  const menu = page.getByRole('dialog', { name: 'Меню' })
  await expect(menu).toBeVisible()
  return menu
}

test.use(LOSING)

test('titles, landmarks, the focus after a navigation, and what opens over the bar: accessible, by keys, and without motion for whoever wants less', async ({
  page,
}) => {
  await page.emulateMedia(MOVING.contextOptions)
  await signIn(page, 'aziza', '/1/tickets')

  await test.step('each page has its title; a navigation takes the focus to its h1, the first load does not', async () => {
    await expect(page).toHaveTitle('Тикеты · Помощь')
    await expect(heading(page)).toBeVisible()
    await expect(heading(page)).not.toBeFocused()
    await page.getByRole('link', { name: 'Создать', exact: true }).click()
    await expect(page).toHaveTitle('Новый тикет · Помощь')
    await expect(heading(page)).toBeFocused()
    await page.getByRole('link', { name: 'Назад' }).click()
    await cards(page).first().click()
    await expect(page).toHaveTitle(/^Тикет №\d+ · Помощь$/)
    await expect(heading(page)).toBeFocused()
    await mainMenu(page).getByRole('link', { name: 'Поиск' }).click()
    await expect(heading(page)).toBeFocused()
    await expect(heading(page)).toHaveText('Поиск в базе знаний')
    await walkTo(page, '/1/no/such')
    await expect(page).toHaveTitle('404 Not Found')
  })

  await test.step('every page has one of each landmark, and its bar names what it holds', async () => {
    const skipsLevel = () =>
      page.locator(':is(h1, h2, h3, h4)').evaluateAll((all) => {
        const levels = all.map((one) => Number(one.tagName[1]))
        return levels.some((level, at) => level > (levels[at - 1] ?? 0) + 1)
      })
    for (const path of ['/1', '/1/tickets', '/1/tickets?status=processed', '/1/tickets/add', '/1/profile']) {
      await walkTo(page, path)
      if (path.startsWith('/1/tickets') && !path.endsWith('add'))
        await expect(cards(page).first()).toBeVisible()
      expect(await skipsLevel(), path).toBe(false)
      await expect(heading(page)).toHaveCount(1)
      await expect(heading(page)).toBeVisible()
      await expect(page.getByRole('banner')).toHaveCount(1)
      await expect(mainMenu(page)).toHaveCount(1)
      await expect(page.getByRole('main')).toHaveCount(1)
      await expect(page.getByRole('contentinfo')).toHaveText(FOOTER)
    }
    const bar = page.getByRole('banner')
    await expect(bar.getByRole('link', { name: '+998 71 000-00-00' })).toHaveAttribute(
      'href',
      'tel:+998710000000',
    )
    await expect(bar.getByRole('button', { name: 'Ресторан: Чайхана Навруз' })).toBeVisible()
    await expect(bar.getByRole('button', { name: 'Азиза' })).toBeVisible()
    await expect(mainMenu(page).getByRole('link', { name: 'Поиск' })).not.toHaveAttribute('aria-current')
    await walkTo(page, '/1/tickets/add')
    await expect(mainMenu(page).getByRole('link', { name: /^Тикеты/ })).toHaveAttribute(
      'aria-current',
      'page',
    )
    expect(await page.locator('html').getAttribute('lang')).toBe('ru')
  })

  await test.step('what opens over the bar is accessible in both themes; three apps are not there yet; without motion for whoever wants less', async () => {
    await walkTo(page, '/1/tickets')
    await expect(cards(page).first()).toBeVisible()
    const apps = page.getByRole('dialog', { name: 'Приложения' })
    for (const [name, inside] of [
      ['Приложения', apps],
      ['Ресторан: Чайхана Навруз', page.getByRole('option', { name: 'Плов Центр' })],
      ['Азиза', page.getByRole('menuitem', { name: 'Выход' })],
    ] as const) {
      await page.getByRole('button', { name }).click()
      await expect(inside).toBeVisible()
      await inBothThemes(page, () => expectAccessible(page))
      if (inside === apps) {
        await expect(apps.getByRole('link', { name: 'Интранет' })).toHaveAttribute('href', /\/intranet\//)
        await expect(apps.getByRole('link', { name: 'Панель управления' })).toHaveAttribute(
          'href',
          /\/restaurants\/1$/,
        )
        await expect(apps.getByText('Маркетплейс')).toBeVisible()
        for (const soon of ['HR кабинет', 'Диспетчерская', 'Сеть ресторанов']) {
          const tile = apps.getByRole('listitem').filter({ hasText: soon })
          await expect(tile).toContainText('Скоро')
          await expect(tile.getByText(soon, { exact: true })).toBeVisible()
          await expect(tile.getByRole('link')).toHaveCount(0)
        }
      }
      await page.keyboard.press('Escape')
      await expect(inside).toBeHidden()
      await expect(page.getByRole('button', { name })).toBeFocused()
    }

    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.getByRole('button', { name: 'Приложения' }).click()
    await expect(apps).toBeVisible()
    expect(await countMoving(page)).toBe(0)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto')
    const underWay = await page.evaluate(() => {
      document.documentElement.dataset.theme = 'light'
      return document.getAnimations().filter((one) => one instanceof CSSTransition).length
    })
    expect(underWay).toBe(0)
    await page.keyboard.press('Escape')
    await expect(apps).toBeHidden()
    await page.emulateMedia(MOVING.contextOptions)
    await preferTheme(page, 'light')
  })

  await test.step('the user menu leads to the account, to all restaurants and out; the theme stays chosen', async () => {
    const open = async () => {
      await page.getByRole('button', { name: 'Азиза' }).click()
      return page.getByRole('menuitem')
    }
    await expect(await open()).toHaveText(['Мой аккаунт', 'Все рестораны', /^Тема: /, 'Выход'])
    const isDark = () => page.evaluate(() => document.documentElement.dataset.theme === 'dark')
    expect(await isDark()).toBe(false)
    await page.getByRole('menuitem', { name: /^Тема/ }).click()
    await expect.poll(isDark).toBe(true)
    await page.reload()
    expect(await isDark()).toBe(true)
    const button = page.getByRole('button', { name: 'Азиза' })
    const item = (name: string | RegExp) => page.getByRole('menuitem', { name })
    await button.press('Enter')
    // Keys as in any menu: cyclic, to the ends, by letters; Tab and Esc close it.
    for (const [key, name] of [
      [null, 'Мой аккаунт'],
      ['ArrowUp', 'Выход'],
      ['ArrowDown', 'Мой аккаунт'],
      ['End', 'Выход'],
      ['Home', 'Мой аккаунт'],
    ] as const) {
      if (key !== null) await page.keyboard.press(key)
      await expect(item(name)).toBeFocused()
    }
    // Two letters of one word, dispatched without delay even on a busy machine.
    await page.evaluate(() => {
      for (const key of 'вы')
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    })
    await expect(item('Выход')).toBeFocused()
    await item(/^Тема/).hover()
    await expect(item(/^Тема/)).toBeFocused()
    for (const key of ['Tab', 'Escape']) {
      await page.keyboard.press(key)
      await expect(item(/./)).toHaveCount(0)
      await expect(button).toBeFocused()
      await button.press('ArrowDown')
      await expect(item('Мой аккаунт')).toBeFocused()
    }
    // The page below stays accessible to screen readers; a press on it only closes the menu.
    await expect(page.getByRole('main')).toBeVisible()
    await cards(page).first().click({ force: true })
    await expect(item(/./)).toHaveCount(0)
    await expect(page).toHaveURL(/\/1\/tickets$/)
    await button.press('ArrowDown')
    await expect(item('Мой аккаунт')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/1\/profile$/)
    await open()
    await page.getByRole('menuitem', { name: 'Все рестораны' }).click()
    await page.waitForURL(/\/intranet\//)
    await expect(page.getByRole('heading', { name: 'Рестораны' })).toBeVisible()
  })
})

/** At 400 % zoom a conversation loses nothing and never scrolls sideways. */
const expectToFit = async (page: Page) => {
  // The viewport of 1280 × 800 at 400 %; layout.spec.ts checks every screen at 320 px and with large text.
  await page.setViewportSize({ width: 320, height: 200 })
  await expect.poll(() => overflow(page)).toBe(0)
  await reply(page).fill('Помещается')
  await send(page).scrollIntoViewIfNeeded()
  await expect(send(page)).toBeInViewport()
  await page.setViewportSize(SIZES.phone)
}

test('on a phone: the bar at the bottom, the menu with what the desktop’s bar offers, and a conversation at 400 % zoom', async ({
  page,
}) => {
  await page.emulateMedia(MOVING.contextOptions)
  await page.setViewportSize(SIZES.phone)
  await signIn(page, 'aziza', '/1/tickets')

  await test.step('the bar steps aside where a page has its own; what opens over it is accessible', async () => {
    await expect(mainMenu(page).getByRole('link')).toHaveText([/Поиск/, /Тикеты/, /Мой аккаунт/])
    await expect(page.getByRole('banner').getByRole('link', { name: 'Позвонить в поддержку' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Написать в поддержку' })).toBeVisible()
    await expect(cards(page).first()).toBeVisible()
    await page.getByRole('button', { name: 'Ресторан: Чайхана Навруз' }).click()
    await expect(page.getByRole('option', { name: 'Плов Центр' })).toBeVisible()
    await inBothThemes(page, () => expectAccessible(page))
    // Back on a phone closes overlays: the list of restaurants, also over the menu, and the menu.
    const closesByBack = async (name: string, left = 0) => {
      const address = page.url()
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await closeByBack(page, left)
      await expect(page.getByRole('dialog')).toHaveCount(left)
      expect(page.url()).toBe(address)
    }
    await closesByBack('Рестораны')
    await (await openMenu(page)).getByRole('button', { name: 'Ресторан: Чайхана Навруз' }).click()
    await closesByBack('Рестораны', 1)
    await closesByBack('Меню')
    await cards(page).first().click()
    await expect(messages(page).first()).toBeVisible()
    await expect(mainMenu(page).getByRole('link')).toHaveCount(0)
    for (const landmark of [page.getByRole('banner'), mainMenu(page), page.getByRole('main')])
      await expect(landmark).toHaveCount(1)
    await expect(page.getByRole('contentinfo')).toHaveText(FOOTER)
    await expect(mainMenu(page).getByRole('button')).toHaveAccessibleName('Меню')
    await expectToFit(page)
    const menu = await openMenu(page)
    await inBothThemes(page, () => expectAccessible(page))
    await menu.getByRole('link', { name: 'Мой аккаунт' }).click()
    await expect(page).toHaveURL(/\/1\/profile$/)
    // The menu has its own navigation until it is closed.
    await expect(menu).toBeHidden()
    await expect(mainMenu(page)).toBeVisible()
  })

  await test.step('the menu holds what the desktop’s bar offers, with the real name and the real count', async () => {
    for (const who of ['aziza', 'timur'] as const) {
      await forgetPerson(page)
      const unread = page.waitForResponse((answer) => answer.url().endsWith('/messages/unread/'))
      await signIn(page, who, '/2/profile')
      const { unread: count } = await (await unread).json()
      const menu = await openMenu(page)
      await expect(menu.getByText(who === 'aziza' ? 'Азиза' : 'Тимур', { exact: true })).toBeVisible()
      for (const name of ['Поиск', 'Мой аккаунт', 'Все рестораны', 'Интранет', 'Панель управления'])
        await expect(menu.getByRole('link', { name })).toBeVisible()
      const link = menu.getByRole('link', { name: /^Тикеты/ })
      if (count === 0) await expect(link).toHaveAccessibleName('Тикеты')
      else await expect(link).toHaveAccessibleName(new RegExp(`^Тикеты, ${count} непрочитанн`))
      await expect(menu.getByRole('link', { name: '+998 71 000-00-00' })).toBeVisible()
      await expect(menu.getByRole('link', { name: 'support@podmoga.example' })).toBeVisible()
      await expect(menu.getByText(FOOTER)).toBeVisible()
      // Sign-out is visible, above the three apps that are not available yet.
      await expect(menu.getByText('Выход', { exact: true })).toBeInViewport()
      await menu.getByRole('button', { name: 'Закрыть' }).click()
      await expect(menu).toBeHidden()
      // Back closes it too, and does not leave the page.
      await openMenu(page)
      await closeByBack(page)
      await expect(menu).toBeHidden()
      await expect(page).toHaveURL(/\/2\/profile$/)
      await openMenu(page)
      await link.click()
      await expect(menu).toBeHidden()
      await expect(page).toHaveURL(/\/2\/tickets$/)
      await page.goBack()
      await expect(page).toHaveURL(/\/2\/profile$/)
      await expect(menu).toBeHidden()
    }
  })
})

test('without a network, without its code, broken: a page says so, keeps what was read, and opens by itself or at a press', async ({
  page,
  context,
  complaints,
}) => {
  await test.step('without a network a line says so, the return is greeted; a page whose code was not here opens by itself: when the network returns, and after a release', async () => {
    const wide = page.viewportSize() ?? SIZES.desktop
    await page.setViewportSize(SIZES.phone)
    await signIn(page, 'aziza', '/1/tickets')
    await expect(cards(page).first()).toBeVisible()
    await context.setOffline(true)
    const line = page.getByRole('status').filter({ hasText: 'Нет соединения. Изменения сохраним.' })
    await expect(line).toBeVisible({ timeout: 2000 * pace() })
    await expect(cards(page).first()).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('Снова в сети')).toBeVisible()
    await expect(page.getByText('Снова в сети')).toBeHidden()
    await context.setOffline(true)
    await expect(line).toBeVisible()
    // An overlay also waits for the network, says so, and keeps the page.
    // It is also announced, outside the app's own root.
    const waits = page.locator('#root').getByText('Нет соединения. Откроем, когда сеть появится.')
    await page.getByRole('button', { name: 'Ресторан: Чайхана Навруз' }).click()
    await expect(waits).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Закрыть', exact: true }).click()
    await expect(waits).toHaveCount(0)
    await page.getByRole('button', { name: 'Меню' }).click()
    await expect(waits).toBeVisible()
    await expect(cards(page).first()).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('dialog', { name: 'Меню' })).toBeVisible()
    await expect(waits).toHaveCount(0)
    expect(complaints).toEqual([])
    await closeByBack(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.setViewportSize(wide)
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Создать', exact: true }).click()
    await expect(page.getByText('Не удалось показать страницу')).toBeVisible()
    await expect(waits).toBeVisible()
    await page.getByRole('button', { name: 'Обновить' }).click()
    await expect(waits).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('radio').first()).toBeVisible()
    await message(page).fill('Черновик переживает выпуск')

    let isGone = true
    await page.route(/\/assets\/profile\.page[^/]*\.js/, (route) => {
      if (!isGone) return route.continue()
      isGone = false
      return route.fulfill({ status: 404, body: '' })
    })
    await page.getByRole('button', { name: 'Азиза' }).click()
    await page.getByRole('menuitem', { name: 'Мой аккаунт' }).click()
    await expect(heading(page)).toHaveText('Данные вашего профиля')
    await page.goBack()
    await expect(message(page)).toHaveValue('Черновик переживает выпуск')
    complaints.length = 0
  })

  await test.step('a page that breaks, or whose code is gone, leaves the shell standing, with a way to try again', async () => {
    await page.route(/\/assets\/new-ticket[^/]*\.js/, (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto('/1/tickets')
    await expect(cards(page).first()).toBeVisible()
    await page.getByRole('link', { name: 'Создать', exact: true }).click()
    await expect(page.getByText('Не удалось показать страницу')).toBeVisible()
    await expect(mainMenu(page)).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Обновить' }).click()
    await expect(page.getByRole('radio').first()).toBeVisible()
    await walkTo(page, '/1/tickets')
    await page.route('**/help_desk/tickets/?**', async (route) => {
      const answer = await (await route.fetch()).json()
      // Valid by the contract's schema, but cannot be rendered.
      await route.fulfill({
        json: {
          ...answer,
          results: answer.results.map((one: object) => ({ ...one, created_at: 'когда-то' })),
        },
      })
    })
    await page.reload()
    const problem = page
      .getByText('Не удалось показать страницу')
      .or(page.getByText('Не удалось загрузить тикеты'))
    await expect(problem).toBeVisible()
    await expect(mainMenu(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Азиза' })).toBeVisible()
    complaints.length = 0
  })
})

test.describe('while idle', () => {
  test.use({ fetchesAhead: true })

  test('the code of other pages is fetched ahead, so they open without a network; not for whoever saves data', async ({
    page,
    context,
  }) => {
    await signIn(page, 'aziza', '/1')
    await page.waitForResponse(/\/assets\/modal\.layout[^/]*\.js/)
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Открыть чат' }).click()
    await expect(message(page)).toBeVisible()
    await mainMenu(page).getByRole('link', { name: 'Тикеты' }).click()
    await expect(heading(page)).toHaveText('Тикеты')
    await context.setOffline(false)

    const sparing = await context.newPage()
    await sparing.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    )
    const asked: string[] = []
    sparing.on('request', (request) => asked.push(request.url()))
    await sparing.clock.install()
    await sparing.goto('/1')
    await expect(sparing.getByRole('heading', { name: 'Темы' })).toBeVisible()
    await sparing.clock.runFor(60_000)
    expect(asked.filter((url) => /modal\.layout/.test(url))).toEqual([])
  })
})

test('with the keyboard alone: a ticket with a file and a new e-mail, and the ring is always in sight', async ({
  page,
  world,
}) => {
  // Listens from the start: intercepting file choosers takes effect some time after the request.
  const chooser = page.waitForEvent('filechooser')
  await signIn(page, 'aziza', '/1/tickets')
  await expect(cards(page).first()).toBeVisible()
  const tabTo = async (isThere: () => Promise<boolean>) => {
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Tab')
      const seen = await page.evaluate(() => {
        const one = document.activeElement
        const box = one?.getBoundingClientRect()
        if (!one || !box) return 'nothing has the focus'
        // After the last element the focus moves to the browser's own bar, then to the page again.
        if (one === document.body) return 'in sight'
        const at = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height / 2, 20))
        const isSeen = at !== null && (one.contains(at) || at.contains(one))
        return isSeen ? 'in sight' : one.outerHTML.slice(0, 200)
      })
      expect(seen).toBe('in sight')
      if (await isThere()) return
    }
    throw new Error('the keyboard does not get there')
  }
  const isOn = (target: ReturnType<typeof send>) => () =>
    target.evaluate((one) => one === document.activeElement)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'К содержимому' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(isOn(page.getByRole('link', { name: 'Создать', exact: true })))
  await page.keyboard.press('Enter')
  const first = page.getByRole('radio').first()
  await expect(first).toBeVisible()
  await tabTo(isOn(first))
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Другое' })).toBeChecked()
  await tabTo(isOn(message(page)))
  await page.keyboard.type('Пишу без мыши')
  await tabTo(isOn(files(page)))
  await page.keyboard.press('Enter')
  await (await chooser).setFiles([pdf('счёт.pdf')])
  await expect(removal(page, 'счёт.pdf')).toBeVisible()
  await tabTo(isOn(send(page)))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Тикет отправлен', { exact: true })).toBeVisible()
  await expect(cards(page).first()).toContainText('Пишу без мыши')

  await tabTo(isOn(page.getByRole('button', { name: 'Азиза' })))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Мой аккаунт' })).toBeFocused()
  await page.keyboard.press('Enter')
  const mail = page.getByRole('link', { name: 'Почта', exact: true })
  await expect(mail).toBeVisible()
  await tabTo(isOn(mail))
  await page.keyboard.press('Enter')
  await tabTo(isOn(page.getByRole('dialog').getByRole('link', { name: 'Сменить' })))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Новая почта' })).toBeFocused()
  await page.keyboard.type('no-mouse@demo.test')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Код из письма' })).toBeFocused()
  await page.keyboard.type(await codeFor(world, 'no-mouse@demo.test'))
  // Its text is also announced, so it is in the page twice.
  await expect(page.getByRole('heading', { name: 'Почта успешно подтверждена' })).toBeVisible()
  await tabTo(isOn(page.getByRole('dialog').getByRole('button', { name: 'Готово' })))
  await page.keyboard.press('Enter')
  await expect(mail).toBeFocused()
  await expect(mail).toHaveAccessibleDescription(/no-mouse@demo.test/)
})

const SCREENS: [string, string, (page: Page) => Promise<void>][] = [
  ['home', '/1', (page) => expect(page.getByRole('main').getByRole('link').nth(8)).toBeVisible()],
  ['list', '/1/tickets', (page) => expect(cards(page).first()).toBeVisible()],
  ['new ticket', '/1/tickets/add', (page) => expect(page.getByRole('radio').first()).toBeVisible()],
  [
    'profile',
    '/1/profile',
    (page) => expect(page.getByRole('main').getByText('aziza@demo.test')).toBeVisible(),
  ],
]

test.describe('by touch', () => {
  test.use({ ...MOVING, viewport: SIZES.phone, hasTouch: true, isMobile: true })

  test('every target is at least 44 px, or inside a line of text', async ({ page }) => {
    await signIn(page, 'aziza', '/1/tickets')
    await expect(cards(page).first()).toBeVisible()
    const ticket = (await cards(page).first().getAttribute('href')) ?? ''
    const small = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('a, button, input, select, textarea, [role=tab]')]
          .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
          .filter((one) => !one.closest('p, .visually-hidden, [inert]'))
          .map((one) =>
            one.matches('input[type=radio], input[type=checkbox]') ? (one.closest('label') ?? one) : one,
          )
          .map((one) => ({ name: one.outerHTML.slice(0, 90), box: one.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 1 && (box.width < 43.5 || box.height < 43.5))
          .map(({ name, box }) => `${Math.round(box.width)}×${Math.round(box.height)} ${name}`),
      )
    /** English words of the product without `lang="en"`. */
    const unsaid = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter((one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE))
          .filter((one) =>
            /Ticket No\.|Internal server error|Not Found|All Restaurants/.test(one.textContent ?? ''),
          )
          .filter((one) => one.closest('[lang]')?.getAttribute('lang') !== 'en' && one.children.length === 0)
          .map((one) => one.outerHTML),
      )
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
    for (const [name, path, isShown] of SCREENS) {
      await walkTo(page, path)
      await isShown(page)
      expect([name, await small(), await unsaid()]).toEqual([name, [], []])
    }
    await walkTo(page, ticket)
    await expect(messages(page).first()).toBeVisible()
    expect(['conversation', await small(), await unsaid()]).toEqual(['conversation', [], []])
    // For screen readers own messages begin with their author.
    const own = messages(page).filter({ has: page.getByText(/^Вы, \d/) })
    await expect(own.first()).toContainText(/^Вы, \d\d:\d\d/)
    await walkTo(page, '/1/nowhere')
    await expect(page.getByRole('link', { name: 'На главную' })).toBeVisible()
    expect(['404', await small(), await unsaid()]).toEqual(['404', [], []])
    await walkTo(page, ticket)
    await expect(messages(page).first()).toBeVisible()
    await openMenu(page)
    expect(['menu', await small()]).toEqual(['menu', []])
  })

  test('a notice never covers the ticket’s head or its field for long', async ({ page, context }) => {
    await page.clock.install()
    await signIn(page, 'aziza', '/1/tickets')
    await cards(page).first().click()
    await expect(messages(page).first()).toBeVisible()
    await page.route(/\/messages\/$/, (route) => route.fulfill({ status: 500, json: { error: 'нет' } }))
    await reply(page).fill('не уйдёт')
    await send(page).click()
    const notice = page.getByRole('region', { name: 'Уведомления' }).getByRole('alertdialog')
    await expect(notice).toBeVisible()
    const meets = (one: { y: number; height: number } | null, other: { y: number; height: number } | null) =>
      one !== null && other !== null && one.y < other.y + other.height && other.y < one.y + one.height
    const place = await notice.boundingBox()
    for (const target of [
      heading(page),
      page.getByRole('link', { name: 'К списку тикетов' }),
      reply(page),
      send(page),
    ])
      expect(meets(place, await target.boundingBox())).toBe(false)
    // Neither does the offline bar, on any screen.
    await context.setOffline(true)
    const line = page.getByText('Нет соединения. Изменения сохраним.')
    await expect(line).toBeVisible()
    for (const size of [SIZES.desktop, SIZES.phone]) {
      await page.setViewportSize(size)
      expect(meets(await notice.boundingBox(), await line.boundingBox())).toBe(false)
    }
    await context.setOffline(false)
    await notice.click()
    await expect(notice).toHaveCount(0)

    // At most three are shown at once; each closes by Esc, or after twelve seconds without pointer or focus on them.
    const now = () => page.evaluate(() => Date.now())
    const since = await now()
    for (let shown = 1; shown <= 4; shown += 1) {
      await expect(reply(page)).toHaveValue('не уйдёт')
      await send(page).click()
      await expect(notice).toHaveCount(Math.min(shown, 3))
    }
    await notice.first().focus()
    // Each toast keeps the rest of its twelve seconds while the focus is there.
    const rest = Math.max(0, 12_000 - ((await now()) - since) - 500)
    await page.keyboard.press('Escape')
    await expect(notice).toHaveCount(3)
    // The focus has moved to the next one.
    await page.clock.fastForward(30_000)
    await expect(notice).toHaveCount(3)
    await notice.first().hover()
    await reply(page).focus()
    // Pauses the clock, so that a busy machine's seconds do not count among the twelve.
    await page.clock.pauseAt((await now()) + 30_000)
    await expect(notice).toHaveCount(3)
    await page.mouse.move(0, 600)
    await page.clock.fastForward(Math.min(10_000, rest))
    await expect(notice).toHaveCount(3)
    await page.clock.resume()
    await page.clock.fastForward(12_500 - Math.min(10_000, rest))
    await expect(notice).toHaveCount(0)
    // Notices that appear while the page is hidden wait for the user.
    const hide = (value: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true })
        if (!value) document.dispatchEvent(new Event('visibilitychange'))
      }, value)
    await hide(true)
    await send(page).click()
    await expect(notice).toHaveCount(1)
    await page.clock.fastForward(30_000)
    await expect(notice).toHaveCount(1)
    await hide(false)
    await page.clock.fastForward(12_500)
    await expect(notice).toHaveCount(0)
  })
})

test('axe in every state: filled, empty, none unread, while loading, and after a failure, with notices', async ({
  page,
}) => {
  await signIn(page, 'aziza', '/1/tickets')

  await test.step('filled', async () => {
    for (const [, path, isShown] of SCREENS) {
      await walkTo(page, path)
      await isShown(page)
      await expectAccessibleEverywhere(page)
    }
    await walkTo(page, '/1/nothing/here')
    await expect(page.getByRole('link', { name: 'На главную' })).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.setViewportSize(SIZES.desktop)
  })

  await test.step('empty', async () => {
    await page.route(/\/api\/help_desk\/(sections|materials)\//, (route) => route.fulfill({ json: [] }))
    await page.route(/\/api\/help_desk\/tickets\/\?/, (route) =>
      route.fulfill({ json: { results: [], total_pages: 0, total_items: 0 } }),
    )
    for (const [path, text] of [
      ['/1', 'нет данных'],
      ['/1/tickets', 'Нет тикетов'],
      ['/1/tickets?status=processed', 'Нет тикетов'],
    ] as const) {
      if (path === '/1') await page.goto(path)
      else await walkTo(page, path)
      if (path.includes('?'))
        await expect(page.getByRole('tab', { name: 'Архив' })).toHaveAttribute('aria-selected', 'true')
      await expect(page.getByText(text).first()).toBeVisible()
      await inBothThemes(page, () => expectAccessible(page))
    }
    await page.unrouteAll()
  })

  let conversation = ''
  await test.step('what there is none of is not counted, and said: unread answers, messages', async () => {
    // Otherwise the live stream would send the count first.
    await page.route('**/api/events/', (route) => route.abort())
    await page.route('**/help_desk/messages/unread/', (route) => route.fulfill({ json: { unread: null } }))
    await page.goto('/1/tickets')
    await expect(page.getByRole('button', { name: 'Азиза' })).toBeVisible()
    await expect(mainMenu(page).getByRole('link', { name: /^Тикеты/ })).toHaveAccessibleName('Тикеты')
    await page.route(/\/messages\/\?/, (route) =>
      route.fulfill({ json: { current_page: 1, total_pages: 1, results: [] } }),
    )
    await cards(page).first().click()
    await expect(region(page).getByText('Нет сообщения')).toBeVisible()
    await inBothThemes(page, () => expectAccessible(page))
    conversation = new URL(page.url()).pathname
    await page.unrouteAll()
  })

  const comesTo = (title: string) => () => expect(page).toHaveTitle(`${title} · Помощь`)
  const PAGES: [string, () => Promise<void>][] = [
    ['/1', comesTo('Поиск')],
    ['/1/tickets', comesTo('Тикеты')],
    [conversation, () => expect(region(page)).toBeVisible()],
    ['/1/tickets/add', comesTo('Новый тикет')],
    ['/1/profile', comesTo('Данные вашего профиля')],
  ]
  await test.step('while loading, on a phone', async () => {
    await page.setViewportSize(SIZES.phone)
    const gate = makeGate()
    await page.route(CALLS, async (route) => {
      await gate.wait
      await route.abort()
    })
    for (const [path, hasCome] of PAGES) {
      if (path === '/1') await page.goto(path)
      else await walkTo(page, path)
      await hasCome()
      await expect(page.locator('[aria-busy=true]').first()).toBeVisible()
      await inBothThemes(page, () => expectAccessible(page))
    }
    gate.open()
  })

  await test.step('after a failure, with notices', async () => {
    await page.setViewportSize(SIZES.desktop)
    await page.unrouteAll()
    await page.route(CALLS, (route) =>
      route.fulfill({ status: 500, json: { error: 'Internal server error', code: 'internal' } }),
    )
    for (const [path, hasCome] of PAGES) {
      if (path === '/1') await page.goto(path)
      else await walkTo(page, path)
      await hasCome()
      const notice = page.getByText('Internal server error!').first()
      await expect(notice).toBeVisible()
      // Only a load shows it; under the pointer it stays longer than its twelve seconds.
      if (path === '/1') await notice.hover()
      await expect(page.getByRole('button', { name: 'Повторить' }).first()).toBeVisible()
      await inBothThemes(page, () => expectAccessible(page))
    }
  })

  await test.step('the look itself sees what is wrong', async () => {
    await page.evaluate(() => document.body.append(new Image()))
    await expect(expectAccessible(page)).rejects.toThrow('image-alt')
  })
})
