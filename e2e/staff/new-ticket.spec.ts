import type { BrowserContext, Locator, Page } from '@playwright/test'
import { closeByBack } from '../lib/close-by-back.ts'
import { pdf, png } from '../lib/samples.ts'
import { cards, files, heading, makeGate, message, removal, send } from '../lib/screens.ts'
import {
  expect,
  expectAccessible,
  inBothThemes,
  LOSING,
  SIZES,
  signIn,
  test,
  type World,
} from '../lib/world.ts'

const category = (page: Page, name: string) => page.getByRole('radio', { name })
const notices = (page: Page) => page.getByRole('region', { name: 'Уведомления' })
const onTheWay = (page: Page) => page.getByRole('list', { name: 'Ещё не отправлены' }).getByRole('listitem')
const isNewTicket = (url: URL): boolean => url.pathname.endsWith('/help_desk/tickets/') && url.search === ''

const write = async (page: Page, text: string): Promise<void> => {
  await category(page, 'Другое').check()
  await message(page).fill(text)
}

const watchPosts = (context: BrowserContext): (string | undefined)[] => {
  const keys: (string | undefined)[] = []
  context.on('request', (request) => {
    if (request.method() === 'POST' && isNewTicket(new URL(request.url())))
      keys.push(request.headers()['idempotency-key'])
  })
  return keys
}

const made = (world: World, text: string) =>
  world.sql(
    `select t.restaurant_id::text as restaurant, p.email, count(a.*)::int as files
     from tickets t join messages m on m.ticket_id = t.id join people p on p.id = t.author_id
     left join attachments a on a.message_id = m.id
     where m.text = '${text}' group by t.id, p.email order by t.id`,
  )

test.use(LOSING)

test('tickets written without a network may be changed, and go once; one whose answer is lost is made once; a refused one comes back to the form', async ({
  page,
  context,
  world,
}) => {
  await test.step('tickets written without a network stand in the list, may be changed, and go once, in order, from one tab', async () => {
    const keys = watchPosts(context)
    await signIn(page, 'aziza', '/1/tickets/add')
    await expect(category(page, 'Другое')).toBeVisible()
    const other = await context.newPage()
    await other.goto('/1/tickets')
    await expect(cards(other).first()).toBeVisible()
    await context.setOffline(true)

    await write(page, 'Первый без сети')
    await files(page).setInputFiles([pdf('счёт.pdf')])
    await send(page).click()
    await expect(heading(page)).toHaveText('Тикеты')
    await expect(onTheWay(page)).toHaveCount(1)
    await expect(onTheWay(page).first()).toContainText('Ждёт сети')
    await expect(onTheWay(page).first()).toContainText('Новый тикет : Другое')
    await expect(onTheWay(page).first()).toContainText('1 файл')
    await expect(page.getByText('Нет тикетов')).toHaveCount(0)

    await page.getByRole('link', { name: 'Создать', exact: true }).click()
    await expect(message(page)).toHaveValue('')
    await write(page, 'Второй с опечаткой')
    await send(page).click()
    await expect(onTheWay(page)).toHaveCount(2)
    // A waiting ticket returns to the form completely, and the other draft is not lost.
    await page.getByRole('link', { name: 'Создать', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Ещё не отправлены: 2' })).toBeVisible()
    await message(page).fill('Ещё одна мысль')
    await page.getByRole('link', { name: 'Назад' }).click()
    await onTheWay(page).filter({ hasText: 'Первый' }).getByRole('button', { name: 'Изменить' }).click()
    await expect(message(page)).toHaveValue('Первый без сети')
    await expect(category(page, 'Другое')).toBeChecked()
    await expect(removal(page, 'счёт.pdf')).toBeVisible()
    await page.getByRole('link', { name: 'Назад' }).click()
    await expect(onTheWay(page)).toHaveCount(2)
    await expect(onTheWay(page).filter({ hasText: 'Ещё одна мысль' })).toContainText('Не отправлено')
    // «Вернуть» is not possible here: the browser asks for confirmation.
    page.once('dialog', (asked) => void asked.accept())
    await onTheWay(page)
      .filter({ hasText: 'Ещё одна мысль' })
      .getByRole('button', { name: 'Удалить' })
      .click()
    await page.getByRole('link', { name: 'Создать', exact: true }).click()
    await expect(message(page)).toHaveValue('Первый без сети')
    await message(page).fill('Третий без сети')
    await send(page).click()
    await expect(onTheWay(page)).toHaveCount(2)

    expect(keys).toEqual([])
    await context.setOffline(false)
    await expect(notices(page).getByText('Тикет отправлен', { exact: true }).first()).toBeVisible()
    await expect(onTheWay(page)).toHaveCount(0)
    await expect(onTheWay(other)).toHaveCount(0)
    await expect(cards(page).first()).toContainText('Третий без сети')
    await expect(cards(page).nth(1)).toContainText('Второй с опечаткой')
    expect(await made(world, 'Третий без сети')).toMatchObject([{ files: 1 }])
    expect(await made(world, 'Второй с опечаткой')).toMatchObject([{ files: 0 }])
    expect(await made(world, 'Первый без сети')).toEqual([])
    expect(new Set(keys).size).toBe(2)
    expect(keys).toHaveLength(2)
    await other.close()
  })

  await test.step('I10: a ticket whose answer is lost with the page is sent again under its key, and made once', async () => {
    const keys = watchPosts(context)
    await page.getByRole('link', { name: 'Создать', exact: true }).click()
    await write(page, 'Ответ потерялся')
    await files(page).setInputFiles([pdf('счёт.pdf')])
    let isLost = true
    await page.route(isNewTicket, async (route) => {
      if (!isLost) return route.continue()
      // The server executes it, but its answer is lost.
      await route.fetch()
    })
    await send(page).click()
    await expect.poll(() => made(world, 'Ответ потерялся')).toHaveLength(1)
    isLost = false
    await page.reload()
    await expect(notices(page).getByText('Тикет отправлен', { exact: true })).toBeVisible()
    await expect(message(page)).toHaveValue('')
    await page.getByRole('link', { name: 'Назад' }).click()
    await expect(cards(page).first()).toContainText('Ответ потерялся')
    await expect(onTheWay(page)).toHaveCount(0)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    expect(await made(world, 'Ответ потерялся')).toEqual([
      { restaurant: '1', email: 'aziza@demo.test', files: 1 },
    ])
    await page.unroute(isNewTicket)
  })

  await test.step('on a phone a refused ticket comes back to the form; why stands over the button', async () => {
    await page.setViewportSize(SIZES.phone)
    await page.getByRole('link', { name: 'Создать', exact: true }).click()
    await write(page, 'Слишком часто')
    await files(page).setInputFiles([pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf'), pdf('4.pdf'), pdf('5.pdf')])
    await page.route(isNewTicket, (route) =>
      route.fulfill({ status: 429, json: { error: 'Слишком часто. Попробуйте позже.', code: 'too_often' } }),
    )
    await send(page).click()
    await expect(notices(page).getByText('Тикет не отправлен', { exact: true })).toBeVisible()
    const why = page.getByText('Слишком часто. Попробуйте позже.')
    await expect(why).toBeInViewport()
    const seen = await why.evaluate((one) => {
      const { x, y, width, height } = one.getBoundingClientRect()
      return one.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
    expect(seen).toBe(true)
    await expect(message(page)).toHaveValue('Слишком часто')
    await expect(removal(page, '5.pdf')).toBeVisible()
    await page.reload()
    await expect(message(page)).toHaveValue('Слишком часто')
    await page.getByRole('link', { name: 'Назад' }).click()
    await expect(onTheWay(page)).toHaveCount(0)
  })
})

test('a waiting ticket is never sent as somebody else’s; it waits for its person', async ({
  page,
  context,
  world,
}) => {
  const keys = watchPosts(context)
  // Via the list, so that the form's code is loaded before the network is lost.
  await signIn(page, 'aziza', '/2/tickets')
  await page.getByRole('link', { name: 'Создать', exact: true }).click()
  await expect(category(page, 'Другое')).toBeVisible()
  await context.setOffline(true)
  await write(page, 'Только от Азизы')
  await send(page).click()
  await expect(onTheWay(page).first()).toContainText('Ждёт сети')
  await page.close()
  await context.setOffline(false)
  const other = await context.newPage()
  await signIn(other, 'timur', '/2/tickets')
  await expect(cards(other).first()).toBeVisible()
  await expect(onTheWay(other)).toHaveCount(0)
  await other.getByRole('link', { name: 'Создать', exact: true }).click()
  await write(other, 'Тикет Тимура')
  await send(other).click()
  await expect(notices(other).getByText('Тикет отправлен', { exact: true })).toBeVisible()
  expect(keys).toHaveLength(1)

  const back = await context.newPage()
  await signIn(back, 'aziza', '/2/tickets')
  await expect(cards(back).filter({ hasText: 'Только от Азизы' })).toBeVisible()
  expect(await made(world, 'Только от Азизы')).toMatchObject([{ email: 'aziza@demo.test' }])
  expect(await made(world, 'Тикет Тимура')).toMatchObject([{ email: 'timur@demo.test' }])
  // The other person's page stays his: it explains what happened, and continues as hers only on request.
  await expect(other.getByRole('heading', { name: 'В этом браузере вошёл другой человек' })).toBeVisible()
  await other.getByRole('button', { name: 'Войти' }).click()
  await expect(other.getByRole('button', { name: 'Азиза' })).toBeVisible()
})

/** Returns the share of differing neighbouring pixels in bands of 20 rows, at these heights (share from the top). */
const differences = (image: Locator, heights: readonly number[]): Promise<number[]> =>
  image.evaluate(async (element: HTMLImageElement, at) => {
    const bitmap = await createImageBitmap(await (await fetch(element.src)).blob())
    const { width, height } = bitmap
    const context = new OffscreenCanvas(width, height).getContext('2d')
    if (context === null) throw new Error('no canvas')
    context.drawImage(bitmap, 0, 0)
    return at.map((part) => {
      const { data } = context.getImageData(width * 0.15, height * part - 10, width * 0.7, 20)
      let differ = 0
      for (let pixel = 0; pixel + 4 < data.length; pixel += 4)
        if (data[pixel] !== data[pixel + 4]) differ += 1
      return differ / (data.length / 4)
    })
  }, heights)

test('a photo is made small on the device before it goes, and nothing is left under what was covered on it', async ({
  page,
  world,
}) => {
  // Simulates a HEIC codec for one file of that name: desktop Chromium has none.
  await page.addInitScript(() => {
    const read = window.createImageBitmap.bind(window) as (...given: unknown[]) => Promise<ImageBitmap>
    Object.assign(window, {
      createImageBitmap: (source: unknown, ...rest: unknown[]) =>
        source instanceof File && source.name === 'айфон.heic'
          ? read(new ImageData(60, 40))
          : read(source, ...rest),
    })
  })
  await signIn(page, 'aziza', '/1/tickets/add')
  await write(page, 'Фото витрины')
  const large = png('витрина.png', 2600, 700, true)
  const small = png('мелкая.png')
  const broken = { name: 'не фото.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('просто слова') }
  const heic = { name: 'снимок.heic', mimeType: 'image/heic', buffer: Buffer.from('0000ftypheic') }
  const receipt = png('чек.png', 400, 300, true)
  const bill = 'счёт за воду, газ и вывоз мусора за ноябрь 2026 года, второй этаж.pdf'
  const readable = { ...heic, name: 'айфон.heic' }
  // Leaves the page by a link and by a reload while the first photo is being processed: it is still there.
  const gate = makeGate()
  const isWorker = /\/assets\/picture\.worker/
  await page.route(isWorker, async (route) => {
    await gate.wait
    await route.continue().catch(() => null)
  })
  await files(page).setInputFiles([large])
  await expect(page.getByRole('main').getByText('Готовим фото…')).toBeVisible()
  await page.getByRole('link', { name: 'Назад' }).click()
  await page.getByRole('link', { name: 'Создать', exact: true }).click()
  await expect(page.getByRole('main').getByText('Готовим фото…')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('main').getByText('Готовим фото…')).toBeVisible()
  gate.open()
  await expect(removal(page, 'витрина.jpg')).toBeVisible()
  await page.unroute(isWorker)
  await files(page).setInputFiles([small, pdf(bill), broken, heic, readable, receipt])
  for (const name of ['витрина.jpg', 'мелкая.png', bill, 'не фото.jpg', 'айфон.jpg', 'чек.png'])
    await expect(removal(page, name)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Удалить .*heic/ })).toHaveCount(0)
  await expect(page.getByText('Снимок HEIC этот браузер не читает: «снимок.heic»')).toBeVisible()
  await expect(page.getByLabel('Сделать фото')).toHaveAttribute('capture', 'environment')

  // Two lines of the receipt are hidden, on the narrowest screen; Back keeps the unfinished edit.
  const wide = page.viewportSize() ?? SIZES.phone
  await page.setViewportSize({ width: 320, height: 640 })
  // Waits until the page is laid out at its new width.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  const edit = page.getByRole('button', { name: 'Править чек.png' })
  const editor = page.getByRole('dialog', { name: 'Правка фото' })
  const stage = editor.getByRole('application')
  const undo = editor.getByRole('button', { name: 'Отменить последнее' })
  await edit.click()
  await expect(stage).toBeVisible()
  await expect(undo).toBeDisabled()
  // Waits until the dialog does not move.
  await stage.hover()
  const box = await stage.boundingBox()
  if (box === null) throw new Error('no picture')
  // An exactly horizontal swipe along one line of digits, and an uneven one along another.
  for (const hand of [0, 4]) {
    const y = box.y + box.height * (hand === 0 ? 0.2 : 0.8)
    await page.mouse.move(box.x + box.width * 0.1, y)
    await page.mouse.down()
    for (let step = 1; step <= 8; step += 1)
      await page.mouse.move(box.x + box.width * (0.1 + step / 10), y + (step % 2 === 0 ? hand : -hand))
    await page.mouse.up()
  }
  await expect(undo).toBeEnabled()
  const small44 = await editor.getByRole('button').evaluateAll((all) =>
    all
      .map((one) => ({ name: one.textContent || one.ariaLabel, box: one.getBoundingClientRect() }))
      .filter(
        ({ box: { width, height, left, right } }) => width < 44 || height < 44 || left < 0 || right > 320,
      )
      .map(({ name }) => name),
  )
  expect(small44).toEqual([])
  await closeByBack(page)
  await expect(editor).toBeHidden()
  await expect(edit).toBeFocused()
  await expect(page).toHaveURL(/tickets\/add$/)
  await edit.click()
  await expect(undo).toBeEnabled()
  // An arrow by keyboard only, and undone.
  await editor.getByRole('button', { name: 'Стрелка' }).press('Enter')
  await stage.press('Enter')
  await stage.press('Shift+ArrowRight')
  await stage.press('Enter')
  await stage.press('Control+KeyZ')
  await expect(undo).toBeEnabled()
  await inBothThemes(page, () => expectAccessible(page))
  await editor.getByRole('button', { name: 'Готово' }).click()
  await expect(editor).toBeHidden()
  await expect(edit).toBeFocused()
  await page.setViewportSize(wide)
  // A file that cannot be decoded is left for the server to check.
  await removal(page, 'не фото.jpg').click()
  expect(page.workers().map((one) => new URL(one.url()).pathname)).toEqual([
    expect.stringMatching(/^\/assets\/picture\.worker/),
  ])
  await send(page).click()
  await expect(notices(page).getByText('Тикет отправлен', { exact: true })).toBeVisible()
  const sent = await world.sql(
    `select a.file_name, a.content_type, a.size::int as size from attachments a join messages m on m.id = a.message_id
     where m.text = 'Фото витрины' order by a.place`,
  )
  expect(sent).toMatchObject([
    { file_name: 'витрина.jpg', content_type: 'image/jpeg' },
    { file_name: 'мелкая.png', size: small.buffer.length },
    { file_name: bill },
    { file_name: 'айфон.jpg', content_type: 'image/jpeg' },
    { file_name: 'чек.png' },
  ])
  expect(Number(sent[0]?.size)).toBeLessThanOrEqual(1_000_000)
  await cards(page).first().click()
  const picture = page.getByRole('button', { name: 'Открыть витрина.jpg' }).locator('img')
  await expect
    .poll(() =>
      picture.evaluate((image: HTMLImageElement) => Math.max(image.naturalWidth, image.naturalHeight)),
    )
    .toBe(2048)
  const [level, between, byHand] = await differences(
    page.getByRole('button', { name: 'Открыть чек.png' }).locator('img'),
    [0.2, 0.5, 0.8],
  )
  expect({ level, byHand }).toEqual({ level: 0, byHand: 0 })
  expect(between).toBeGreaterThan(0.9)
})
