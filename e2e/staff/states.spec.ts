import type { Locator, Page } from '@playwright/test'
import { button, field } from '../lib/profile-steps.ts'
import { png } from '../lib/samples.ts'
import { cards, files, makeGate, messages, region, reply, send } from '../lib/screens.ts'
import { walkTo } from '../lib/walk-to.ts'
import { expect, MOVING, signIn, test } from '../lib/world.ts'

const LIST = /\/help_desk\/tickets\/\?/
const bars = (page: Page) => page.locator('main [aria-busy=true] li')
const heights = (all: Locator) =>
  all.evaluateAll((each) => each.map((one) => Math.round(one.getBoundingClientRect().height)))

const VIEWPORTS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  { width: 360, height: 640 },
  { width: 320, height: 640 },
]

/** Returns controls without a border, an outline or an underline in forced colours. */
const edgeless = (page: Page) =>
  page.evaluate(() => {
    const hasEdge = (element: Element): boolean => {
      const style = getComputedStyle(element)
      const bordered = ['Top', 'Right', 'Bottom', 'Left'].some((side) => {
        const [kind, width, colour] = ['Style', 'Width', 'Color'].map((part) =>
          style.getPropertyValue(`border-${side}-${part}`.toLowerCase()),
        )
        return kind !== 'none' && width !== '0px' && colour !== style.backgroundColor
      })
      const outlined = style.outlineStyle !== 'none' && style.outlineWidth !== '0px'
      return bordered || outlined || style.textDecorationLine.includes('underline')
    }
    return [...document.querySelectorAll('button, input, select, textarea, [role=tab], [role=switch]')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((one) => one.closest('.visually-hidden') === null && !one.matches('.visually-hidden'))
      .filter((one) => {
        // A radio or a file input is drawn by its label; a field may be framed by its container.
        const around = [one, one.parentElement, one.closest('label')].filter((element) => element !== null)
        return !around.some(hasEdge)
      })
      .map((one) => one.outerHTML.slice(0, 160))
  })

test.use(MOVING)

test('what loads, waits, is swiped away or seen in the system’s own colours', async ({ page }) => {
  await page.clock.install()
  await signIn(page, 'timur', '/2/profile')
  const stopClock = async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  // No skeleton for an answer within 200 ms; once shown it stays 400 ms, and has the size of the content at any width.
  const gate = makeGate()
  await page.route(LIST, async (route) => {
    await gate.wait
    await route.continue()
  })
  await expect(page.getByRole('link', { name: 'Имя', exact: true })).toBeVisible()
  await stopClock()
  const asked = page.waitForRequest(LIST)
  await page
    .getByRole('navigation', { name: 'Главное меню' })
    .getByRole('link', { name: /^Тикеты/ })
    .click()
  await asked
  await expect(bars(page).first()).toBeAttached()
  await page.clock.runFor(150)
  await expect(bars(page).first()).toBeHidden()
  await page.clock.runFor(60)
  await expect(bars(page).first()).toBeVisible()
  const drawn: number[] = []
  for (const viewport of VIEWPORTS) {
    await page.setViewportSize(viewport)
    drawn.push((await heights(bars(page)))[0] ?? 0)
  }
  const answered = page.waitForResponse(LIST)
  gate.open()
  await (await answered).finished()
  await page.clock.runFor(300)
  await expect(bars(page).first()).toBeVisible()
  await page.clock.runFor(200)
  await page.clock.resume()
  await expect(cards(page).first()).toBeVisible()
  for (const [at, viewport] of VIEWPORTS.entries()) {
    await page.setViewportSize(viewport)
    for (const height of await heights(cards(page)))
      expect(Math.abs(height - (drawn[at] ?? 0))).toBeLessThanOrEqual(4)
  }
  await page.unroute(LIST)

  // A pressed button shows a spinner, keeps its width and the focus.
  await walkTo(page, '/2/profile/name')
  await field(page, 'Имя').fill('Тимур Б.')
  const save = button(page, 'Сохранить')
  const width = (await save.boundingBox())?.width ?? 0
  const saving = makeGate()
  await page.route('**/change_name/', async (route) => {
    await saving.wait
    await route.continue()
  })
  await save.click()
  const waiting = page.locator('button[aria-busy=true]')
  await expect(waiting).toBeFocused()
  expect(Math.abs(((await waiting.boundingBox())?.width ?? 0) - width)).toBeLessThanOrEqual(1)
  saving.open()
  await expect(page).toHaveURL(/\/2\/profile$/)

  // A sheet is closed by swiping its header down, and returns the focus.
  await page.setViewportSize({ width: 390, height: 844 })
  const wire = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    wire.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 195, y }] })
  const swipeDown = async (from: number) => {
    await touch('touchStart', from)
    for (let y = from + 20; y <= from + 220; y += 20) await touch('touchMove', y)
    await touch('touchEnd')
  }
  const name = page.getByRole('link', { name: 'Имя', exact: true })
  await name.click()
  const title = page.getByRole('dialog').getByRole('heading')
  await expect(field(page, 'Имя')).toBeFocused()
  await title.click({ trial: true })
  await swipeDown(((await title.boundingBox())?.y ?? 0) + 10)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/2\/profile$/)
  await expect(name).toBeFocused()

  // A picture is closed by swiping.
  await walkTo(page, '/2/tickets')
  await cards(page).first().click()
  await expect(messages(page).first()).toBeVisible()
  await files(page).setInputFiles([png('чек.png')])
  await reply(page).fill('Фото чека')
  await send(page).click()
  const thumbnail = region(page).getByRole('button', { name: 'Открыть чек.png' })
  await thumbnail.click()
  const picture = page.getByRole('dialog', { name: 'чек.png' })
  await expect(picture).toBeVisible()
  await swipeDown(300)
  await expect(picture).toHaveCount(0)
  await expect(thumbnail).toBeFocused()

  // In forced colours every control has an edge.
  await page.emulateMedia({ forcedColors: 'active' })
  for (const [path, title] of [
    ['', 'Поиск'],
    ['/tickets', 'Тикеты'],
    ['/tickets/add', 'Новый тикет'],
    ['/profile', 'Данные вашего профиля'],
    ['/profile/phone/edit', 'Смена номера'],
    ['/profile/image', 'Фото'],
  ] as const) {
    await walkTo(page, `/2${path}`)
    await expect(page).toHaveTitle(`${title} · Помощь`)
    await expect(page.locator('main:not([aria-hidden]) [aria-busy=true]')).toHaveCount(0)
    await expect(
      page.getByRole('heading', { level: path.includes('profile/') ? 2 : 1 }).first(),
    ).toBeVisible()
    expect([path, ...(await edgeless(page))]).toEqual([path])
  }
})
