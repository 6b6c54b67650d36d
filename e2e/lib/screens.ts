import { expect, type Locator, type Page } from '@playwright/test'
import { signIn, type World } from './world.ts'

// The parts of the ticket screens by the names that the contract defines.
export const cards = (page: Page) => page.getByRole('main').getByRole('link', { name: /Тикет №/ })
export const region = (page: Page) => page.getByRole('region', { name: 'Сообщения' })
export const messages = (page: Page) => region(page).getByRole('article')
export const reply = (page: Page) => page.getByRole('textbox', { name: 'Ответ' })
export const message = (page: Page) => page.getByRole('textbox', { name: 'Сообщение' })
export const send = (page: Page) => page.getByRole('button', { name: 'Отправить', exact: true })
export const files = (page: Page) => page.getByLabel('Файлы', { exact: true })
export const removal = (page: Page, name: string) => page.getByRole('button', { name: `Удалить ${name}` })
export const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Главное меню' })
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Signs a person in and opens the newest open ticket of restaurant 1. */
export const openFirst = async (page: Page): Promise<void> => {
  await signIn(page, 'aziza', '/1/tickets')
  await cards(page).first().click()
  await expect(messages(page).first()).toBeVisible()
}

/** The demo's ticket of sixty messages, and its restaurant. */
export const longTicket = async (world: World): Promise<{ id: string; restaurant: string }> => {
  const [row] = await world.sql(
    `select t.id::text as id, t.restaurant_id::text as restaurant
     from tickets t where t.status = 'awaiting_response' order by t.message_count desc limit 1`,
  )
  return { id: String(row?.id), restaurant: String(row?.restaurant) }
}

export const isReply = (url: URL): boolean =>
  url.search === '' && /\/tickets\/[^/]+\/messages\/$/.test(url.pathname)

export const refocus = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

/** A gate for a route: requests wait until `open` is called. */
export const makeGate = (): { wait: Promise<void>; open: () => void } => {
  let open = () => {}
  const wait = new Promise<void>((resolve) => {
    open = resolve
  })
  return { wait, open: () => open() }
}

interface DraggedFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Drops or pastes files on an element as the system does: a drop is preceded by dragenter and dragover. */
export const handOver = async (
  target: Locator,
  kind: 'drop' | 'paste',
  given: readonly DraggedFile[],
  text = '',
): Promise<void> => {
  const bytes = given.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    data: buffer.toString('base64'),
  }))
  await target.evaluate(
    (element, { kind, bytes, text }) => {
      const data = new DataTransfer()
      for (const { name, mimeType, data: encoded } of bytes) {
        const raw = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))
        data.items.add(new File([raw], name, { type: mimeType }))
      }
      if (text !== '') data.setData('text/plain', text)
      const shared = { bubbles: true, cancelable: true }
      if (kind === 'paste') {
        element.dispatchEvent(new ClipboardEvent('paste', { ...shared, clipboardData: data }))
        return
      }
      for (const type of ['dragenter', 'dragover', 'drop'])
        element.dispatchEvent(new DragEvent(type, { ...shared, dataTransfer: data }))
    },
    { kind, bytes, text },
  )
}
