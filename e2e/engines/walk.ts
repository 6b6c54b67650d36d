import { until } from './engine.ts'
import { button, field, heading, link, type Page, tab } from './page.ts'

const AZIZA = { login: 'aziza@demo.test', password: 'Demo-pass-1' }
const AGENT = { login: 'agent@demo.test', password: 'Demo-agent-1' }
const ESCAPE = '\uE00C'
const FILES = 'input[type=file]:not([capture])'
/** The page checks connectivity after three seconds, and is sure after four more. */
const NOTICED_MS = 25_000

export interface Stage {
  page: Page
  isPhone: boolean
  /** Unique for each walk, to find its texts again. */
  mark: string
  photo: string
  /** Freezes or resumes the server. */
  freeze: (is: boolean) => void
}

const signIn = async ({ page }: Stage, who: typeof AZIZA, to: string, sign: RegExp): Promise<void> => {
  await page.goto(`/intranet/?return_to=${encodeURIComponent(to)}`)
  await page.write(field(/^Почта или телефон/), who.login)
  await page.write(field(/^Пароль/), who.password)
  // Pressing twice is harmless: a signed-in person is redirected.
  await page.pressUntil(button(/^Войти$/), () => page.at(sign, 8000))
}

/** Signs out and waits for a signed-out page with content. */
const signOut = async ({ page, isPhone }: Stage, menu: RegExp): Promise<void> => {
  await page.pressUntil(button(menu), () => page.see({ role: 'entry', name: /^Выход$/ }, 2500))
  await page.press({ role: 'entry', name: /^Выход$/ })
  await page.see(button(/^Войти$/))
  // WebKit may lose a script's answer on a page that has just loaded.
  const cookie = await until(8000, () => page.ask<string>('return document.cookie'))
  if (cookie === null || cookie.includes('user_tokens='))
    throw new Error(`сессия осталась после выхода (${isPhone})`)
}

type Step = readonly [name: string, play: (stage: Stage) => Promise<void>]

/** Waits until the app has replaced the prerendered page. */
const waitForApp = async (page: Page): Promise<void> => {
  const isApp = () => page.ask<true | null>(`return document.querySelector('.before-main') ? null : true`)
  await until(20_000, isApp)
}

/** A day of a cook and an agent; later steps depend on the results of earlier ones. */
export const STEPS: readonly Step[] = [
  ['вход', (stage) => signIn(stage, AZIZA, '/1', /^\/1\/?$/)],
  [
    'главная',
    async ({ page }) => {
      await page.see(heading(/^Часто задаваемые вопросы/))
      await page.read('Пропал интернет')
    },
  ],
  [
    'поиск и статья',
    async ({ page }) => {
      await waitForApp(page)
      await page.write(field(/^Поиск в базе знаний/), 'интернет')
      await page.read('Найдено')
      await page.see(link(/Пропал интернет/))
      await page.pressUntil(link(/Пропал интернет/), () => page.at(/\/section\/\d+\/material\/\d+/, 3000))
      await page.see(heading(/Пропал интернет/))
    },
  ],
  [
    'список тикетов',
    async ({ page }) => {
      await page.goto('/1/tickets')
      await page.see(link(/Тикет №\d+/))
      await waitForApp(page)
      await page.pressUntil(tab(/^Архив/), () =>
        page.at(/tab|status|archive|processed/i, 1500).catch(() => {}),
      )
    },
  ],
  [
    'переписка и ответ',
    async ({ page, mark }) => {
      await page.goto('/1/tickets')
      await page.pressUntil(link(/Тикет №\d+/), () => page.at(/^\/1\/tickets\/\d+/, 3000))
      await waitForApp(page)
      await page.see({ role: 'region', name: /^Сообщения$/ })
      await page.write(field(/^Ответ/), `Ответ ${mark}`)
      await page.press(button(/^Отправить$/))
      await page.read(`Ответ ${mark}`)
      await page.readNot('Отправляется')
    },
  ],
  [
    'черновик с фото после перезагрузки',
    async ({ page, mark, photo }) => {
      await page.goto('/1/tickets/add')
      await waitForApp(page)
      await page.write(field(/^Сообщение/), `Тикет ${mark}`)
      await page.engine.setFiles(FILES, [photo])
      await page.see(button(/^Удалить фото/))
      // A draft is saved a quarter of a second after the last change, by the page's own clock.
      await until(8000, () =>
        page.ask<true>('return new Promise((later) => setTimeout(() => later(true), 700))'),
      )
      await page.goto('/1/tickets/add')
      await waitForApp(page)
      await page.see(button(/^Удалить фото/))
      const text = await page.ask<string>(`return document.querySelector('main textarea')?.value`)
      if (text !== `Тикет ${mark}`) throw new Error(`слова черновика: ${text}`)
    },
  ],
  [
    'новый тикет с фото',
    async ({ page, mark }) => {
      await page.ask(`[...document.querySelectorAll('input[type=radio]')]
        .find((one) => /Техническая проблема/.test(one.labels?.[0]?.textContent ?? one.closest('label')?.textContent ?? ''))?.click()`)
      await page.choose({ role: 'choice', name: /^В каком модуле/ }, 'Печать чеков')
      await page.press(button(/^Отправить$/))
      await page.at(/^\/1\/tickets\/?$/)
      await page.read(`Тикет ${mark}`)
      await page.pressUntil(link(new RegExp(`Тикет №\\d+.*Тикет ${mark}`)), () =>
        page.at(/^\/1\/tickets\/\d+/, 3000),
      )
      await page.see(button(/^Открыть фото/))
    },
  ],
  [
    'окна профиля',
    async ({ page }) => {
      await page.goto('/1/profile')
      await waitForApp(page)
      for (const name of [/^Имя/, /^Страна и регион/, /^Сменить пароль/, /^Телефон/]) {
        await page.pressUntil(link(name), () => page.see({ role: 'dialog', name: /./ }, 3000))
        await page.key(ESCAPE)
        await page.seeNot({ role: 'dialog', name: /./ })
      }
    },
  ],
  [
    'чего этот браузер не умеет, сказано',
    async ({ page }) => {
      const can = await page.ask<{ keys: boolean; push: boolean }>(
        `return { keys: 'PublicKeyCredential' in window, push: 'PushManager' in window && 'serviceWorker' in navigator && 'Notification' in window }`,
      )
      await page.goto('/1/profile/security')
      await page.see(heading(/Ключи доступа/))
      if (!can.keys) await page.read('Этот браузер не умеет ключи доступа')
      await page.goto('/1/profile/notices')
      await page.see(heading(/Уведомления/))
      if (!can.push) await page.read('браузер')
    },
  ],
  [
    'без сети и снова в сети',
    async ({ page, mark, freeze }) => {
      await page.goto('/1/tickets')
      await waitForApp(page)
      await page.pressUntil(link(/Тикет №\d+/), () => page.at(/^\/1\/tickets\/\d+/, 3000))
      await page.see({ role: 'region', name: /^Сообщения$/ })
      await waitForApp(page)
      await page.see(field(/^Ответ/))
      freeze(true)
      try {
        await page.write(field(/^Ответ/), `Без сети ${mark}`)
        await page.press(button(/^Отправить$/))
        await page.read(`Без сети ${mark}`)
        await page.read('Нет соединения', NOTICED_MS)
        await page.read('Ждёт сети', NOTICED_MS)
      } finally {
        freeze(false)
      }
      await page.readNot('Ждёт сети', NOTICED_MS)
      await page.readNot('Отправляется', NOTICED_MS)
      await page.read(`Без сети ${mark}`)
    },
  ],
  [
    'выход',
    async (stage) => {
      await stage.page.goto('/1')
      await waitForApp(stage.page)
      await signOut(stage, stage.isPhone ? /^Меню$/ : /Азиза/)
    },
  ],
  ['рабочее место: вход', (stage) => signIn(stage, AGENT, '/desk/', /^\/desk\//)],
  [
    'рабочее место: очередь, ответ и заметка',
    async ({ page, mark }) => {
      await waitForApp(page)
      await page.pressUntil(tab(/^Все открытые/), () => page.see(link(/№\d+/), 3000))
      await page.pressUntil(link(/№\d+/), () => page.see({ role: 'region', name: /^Сообщения$/ }, 4000))
      await page.write(field(/^Ответ/), `Агент ${mark}`)
      await page.press(button(/^Отправить$/))
      await page.read(`Агент ${mark}`)
      await page.readNot('Отправляется')
      await page.pressUntil(tab(/^Заметка/), () => page.see(field(/^Заметка/), 3000))
      await page.write(field(/^Заметка/), `Заметка ${mark}`)
      await page.press(button(/^(?:Сохранить|Добавить|Записать).*|^Отправить$/))
      await page.read(`Заметка ${mark}`)
    },
  ],
  [
    'рабочее место: выход',
    async (stage) => {
      await stage.page.goto('/desk/')
      await waitForApp(stage.page)
      await signOut(stage, /Бахтиёр/)
    },
  ],
]
