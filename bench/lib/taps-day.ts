import type { Page } from '@playwright/test'

const LETTERS = 'Принтер печатает пустой чек, что делать?'

export interface Step {
  title: string
  /** The limit for the slowest touch of the step, in milliseconds. */
  bar: number
  /** The address at which the app is reloaded; its start is not measured. */
  opens?: string
  /** Performs the step, which is measured, and waits for its result. */
  act: (page: Page) => Promise<unknown>
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
// CSS selectors instead of roles: to compute the names of all links, Playwright keeps the page busy four times as long.
const rows = (page: Page) => page.locator('main li > a')
// The tiles of the home page link to articles too.
const found = (page: Page) => page.locator('[aria-label="Результаты поиска"] a[href*="/material/"]')
const inBar = (page: Page, path: string) => page.locator(`nav a[href$="${path}"]`).last()
const dialog = (page: Page) => page.locator('[role=dialog]')
const country = (page: Page) => page.locator('button[role=combobox]').first()
const picker = (page: Page) => page.locator('input[role=combobox]').last()
const type = (page: Page) => page.keyboard.type(LETTERS, { delay: 60 })
const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
}
const modal = (name: string, path: string, more: Pick<Step, 'opens'> = {}): Step => ({
  title: `окно «${name}» открыто и закрыто`,
  bar: 200,
  ...more,
  act: async (page) => {
    await page.locator(`main a[href$="${path}"]`).tap()
    await dialog(page).waitFor()
    await closeDialog(page)
  },
})

/** A cook's day, one step after the other in one page. */
export const DAY: readonly Step[] = [
  {
    title: 'поиск: касание поля и 40 букв',
    bar: 200,
    opens: '/1',
    act: async (page) => {
      await page.locator('input[type=search]').tap()
      await type(page)
      await found(page).first().waitFor()
    },
  },
  {
    title: 'статья из найденного',
    bar: 200,
    act: async (page) => {
      await found(page).first().tap()
      await page.locator('main article h1').waitFor()
    },
  },
  {
    title: '«Помогла ли статья?»',
    bar: 200,
    act: async (page) => {
      await button(page, 'Да').tap()
      await page.getByText('Спасибо!').first().waitFor()
    },
  },
  {
    title: 'вкладка «Тикеты» сразу после открытия',
    bar: 200,
    opens: '/1',
    act: async (page) => {
      await inBar(page, '/tickets').tap()
      await rows(page).first().waitFor()
    },
  },
  {
    title: 'тикет из списка',
    bar: 200,
    act: async (page) => {
      await rows(page).first().tap()
      await page.locator('article').first().waitFor()
    },
  },
  {
    title: 'ответ: 40 букв и «Отправить»',
    bar: 200,
    act: async (page) => {
      await page.locator('textarea').tap()
      await type(page)
      await button(page, 'Отправить').tap()
      await page.locator('article', { hasText: 'Отправлено' }).last().waitFor()
    },
  },
  {
    title: 'уведомления о тикете: меню',
    bar: 200,
    act: async (page) => {
      await button(page, 'Уведомления о тикете').tap()
      await page.locator('[role=menu]').waitFor()
      await page.keyboard.press('Escape')
      await page.locator('[role=menu]').waitFor({ state: 'detached' })
    },
  },
  {
    title: 'назад к списку',
    bar: 200,
    act: async (page) => {
      await page.getByRole('link', { name: 'К списку тикетов' }).tap()
      await rows(page).first().waitFor()
    },
  },
  {
    title: 'архив и обратно',
    bar: 200,
    act: async (page) => {
      for (const name of ['Архив', 'Открытые тикеты']) {
        await page.getByRole('tab', { name }).tap()
        await rows(page).first().waitFor()
      }
    },
  },
  {
    title: 'новый тикет: форма, 40 букв, «Отправить»',
    bar: 200,
    act: async (page) => {
      await page.locator('main a[href$="/tickets/add"]').tap()
      await page.locator('label', { hasText: 'Другое' }).tap()
      await page.locator('input[type=radio]:checked').waitFor({ state: 'attached' })
      await page.locator('textarea').tap()
      await type(page)
      await button(page, 'Отправить').tap()
      await page.waitForURL(/\/tickets$/)
      await rows(page).filter({ hasText: LETTERS }).first().waitFor()
    },
  },
  {
    title: '«Меню» и «Смена»',
    bar: 200,
    act: async (page) => {
      await button(page, 'Меню').tap()
      await dialog(page).locator('a[href$="/shift"]').tap()
      await dialog(page).waitFor({ state: 'detached' })
      await page.locator('main h1').waitFor()
    },
  },
  modal('Имя', '/name', { opens: '/1/profile' }),
  modal('Почта', '/email'),
  modal('Телефон', '/phone'),
  modal('Фото', '/image'),
  {
    title: 'список стран: первое открытие',
    bar: 400,
    opens: '/1/profile/address',
    act: async (page) => {
      await country(page).tap()
      await page.locator('[role=option]').first().waitFor()
    },
  },
  {
    title: 'список стран: буква в поиске',
    bar: 200,
    act: async (page) => {
      await picker(page).tap()
      await page.keyboard.type('узб', { delay: 150 })
    },
  },
  {
    title: 'список стран: закрыт и открыт снова',
    bar: 250,
    act: async (page) => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await page.locator('[role=option]').first().waitFor({ state: 'detached' })
      await country(page).tap()
      await page.locator('[role=option]').first().waitFor()
    },
  },
  {
    title: 'другой ресторан',
    bar: 200,
    opens: '/1',
    act: async (page) => {
      await button(page, /^Ресторан:/).tap()
      await page.locator('[role=option]').last().tap()
      await page.locator('[role=option]').first().waitFor({ state: 'detached' })
      await page.locator('main a[href*="/material/"]').first().waitFor()
    },
  },
]
