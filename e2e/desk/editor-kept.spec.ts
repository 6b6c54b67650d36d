import type { Page } from '@playwright/test'
import { getTree } from '@podmoga/contract/desk/knowledge'
import {
  createMaterial,
  type DeskMaterial,
  getDeskMaterial,
  publishMaterial,
  saveDraft,
  uploadFile,
  uploadPicture,
} from '@podmoga/contract/desk/materials'
import { pdf, png } from '../lib/samples.ts'
import { expect, expectAccessible, inBothThemes, signIn, test, type World } from '../lib/world.ts'

// No word of a material is lost without a question: what gives way to another text is put aside.
const text = (page: Page) => page.getByRole('textbox', { name: 'Текст материала' })
const title = (page: Page) => page.getByRole('textbox', { name: 'Название материала' })
const settings = (page: Page) => page.getByRole('complementary', { name: 'Свойства материала' })
const shelf = (page: Page) => page.getByRole('list', { name: 'Отложенные тексты' })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const stale = (page: Page) => dialog(page, 'Материал изменил кто-то ещё')
const saved = (page: Page) => expect(page.getByText(/Черновик сохранён \d\d:\d\d/)).toBeVisible()

const fileOf = ({ name, mimeType, buffer }: ReturnType<typeof png>) =>
  new File([new Uint8Array(buffer)], name, { type: mimeType })

/** A new material, and what another editor does to it from elsewhere. */
const makeNew = async (world: World, name: string) => {
  const other = await world.as('editor')
  const { sections } = await other(getTree, {})
  const subcategory = sections[0]?.subcategories[0]?.id ?? ''
  const { id } = await other(createMaterial, { body: { subcategory, title: name } })
  const params = { materialId: id }
  const load = () => other(getDeskMaterial, { params })
  const overwrite = async (change: Partial<Pick<DeskMaterial, 'title' | 'content' | 'cover' | 'files'>>) => {
    const { revision, title, content, cover, files } = { ...(await load()), ...change }
    const body = { revision, title, content, cover: cover?.id ?? null, files: files.map((file) => file.id) }
    await other(saveDraft, { params, body })
  }
  const makeCover = (file = png('обложка.png')) =>
    other(uploadPicture, { params, form: { kind: 'cover' }, files: [fileOf(file)] })
  const makeFile = (file = pdf('Памятка.pdf')) => other(uploadFile, { params, files: [fileOf(file)] })
  const publish = async (content: string) => {
    await overwrite({ content })
    await other(publishMaterial, { params, body: { revision: (await load()).revision } })
  }
  return { id, load, publish, overwrite, makeCover, makeFile }
}

/** Opens it with what it says now. */
const open = async (page: Page, id: string, words: string) => {
  await signIn(page, 'editor', `/desk/kb/${id}`)
  await expect(text(page)).toHaveText(words)
}

type Overwrite = Awaited<ReturnType<typeof makeNew>>['overwrite']

/** Where the browser has no room, the editor is told that the text will not outlive the page. */
const expectToldOfNoRoom = async (page: Page, overwrite: Overwrite) => {
  await page.evaluate(() => {
    const set = Storage.prototype.setItem
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith('desk:shelf:')) throw new DOMException('full', 'QuotaExceededError')
      set.call(this, key, value)
    }
  })
  await overwrite({ content: '<p>Снова их слова</p>' })
  await text(page).fill('Снова мои слова')
  await stale(page).getByRole('button', { name: 'Взять их текст' }).click()
  await expect(shelf(page).getByText(/Браузер не смог его сохранить/)).toBeVisible()
  await shelf(page).getByRole('button', { name: 'Вернуть мой текст' }).click()
  await expect(text(page)).toHaveText('Снова мои слова')
}

test('a text put aside stays after a reload and another material, whole, until it is brought back; it can be copied', async ({
  page,
  world,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id, load, overwrite } = await makeNew(world, 'Полка')
  await open(page, id, '')
  await settings(page).getByLabel('Загрузить обложку').first().setInputFiles(png('обложка.png'))
  await settings(page).getByLabel('Добавить файл').first().setInputFiles(pdf('Памятка.pdf'))
  await expect(settings(page).getByRole('link', { name: /Памятка\.pdf/ })).toBeVisible()
  await saved(page)
  const before = await load()
  await overwrite({ title: 'Полка: их', content: '<p>Их слова</p>', cover: null, files: [] })
  await text(page).fill('Мои слова')
  await stale(page).getByRole('button', { name: 'Взять их текст' }).click()
  await expect(text(page)).toHaveText('Их слова')
  await expect(shelf(page).getByText(/Ваш текст отложен/)).toBeVisible()

  await page.goto('/desk/kb/synonyms')
  await page.goto(`/desk/kb/${id}`)
  await expect(text(page)).toHaveText('Их слова')
  await inBothThemes(page, () => expectAccessible(page))
  await shelf(page).getByRole('button', { name: 'Посмотреть' }).click()
  const look = dialog(page, /Ваш текст отложен/)
  await expect(look.getByText('Мои слова')).toBeVisible()
  await expect(look.getByRole('img', { name: 'Обложка' })).toBeVisible()
  await expect(look.getByRole('link', { name: /Памятка\.pdf/ })).toBeVisible()
  await inBothThemes(page, () => expectAccessible(page))
  await look.getByRole('button', { name: 'Скопировать' }).click()
  await expect(page.getByText('Текст скопирован').first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Полка\nМои слова')
  await look.getByRole('button', { name: 'Вернуть мой текст' }).click()
  await expect(text(page)).toHaveText('Мои слова')
  await expect(title(page)).toHaveValue('Полка')
  await expect(settings(page).getByRole('link', { name: /Памятка\.pdf/ })).toBeVisible()
  await expect.poll(async () => (await load()).content).toBe('<p>Мои слова</p>')
  const after = await load()
  expect([after.title, after.cover?.id, after.files.map((file) => file.id)]).toEqual([
    'Полка',
    before.cover?.id,
    before.files.map((file) => file.id),
  ])

  // The two have changed places: their words are not lost either, until they are needed no more.
  await expect(shelf(page).getByText(/Прежний текст отложен/)).toBeVisible()
  await shelf(page).getByRole('button', { name: 'Посмотреть' }).click()
  await expect(dialog(page, /Прежний текст отложен/).getByText('Их слова')).toBeVisible()
  await page.keyboard.press('Escape')
  await shelf(page).getByRole('button', { name: 'Больше не нужен' }).click()
  await expect(shelf(page)).toHaveCount(0)
  await page.reload()
  await expect(text(page)).toHaveText('Мои слова')
  await expect(shelf(page)).toHaveCount(0)

  await expectToldOfNoRoom(page, overwrite)
})

const restoreFirst = async (page: Page) => {
  await page.getByRole('button', { name: 'История' }).click()
  const history = dialog(page, 'История публикаций')
  await history.getByRole('button', { name: /Версия 1/ }).click()
  await history.getByRole('button', { name: 'Вернуть эту версию' }).click()
}

test('a version puts aside the draft that nobody has published, and nothing that is in the history', async ({
  page,
  world,
}) => {
  const { id, load, overwrite, publish } = await makeNew(world, 'Возврат')
  await publish('<p>Первый текст</p>')
  await overwrite({ content: '<p>Слова коллеги</p>' })
  await open(page, id, 'Слова коллеги')
  await restoreFirst(page)
  await expect(text(page)).toHaveText('Первый текст')
  await expect(page.getByText(/Прежний текст отложен: он над материалом/).first()).toBeVisible()
  await page.reload()
  await expect(text(page)).toHaveText('Первый текст')
  await inBothThemes(page, () => expectAccessible(page))
  await shelf(page).getByRole('button', { name: 'Посмотреть' }).click()
  await expect(dialog(page, /Прежний текст отложен/).getByText('Слова коллеги')).toBeVisible()
  await page.keyboard.press('Escape')
  await shelf(page).getByRole('button', { name: 'Вернуть прежний текст' }).click()
  await expect(text(page)).toHaveText('Слова коллеги')
  await expect.poll(async () => (await load()).content).toBe('<p>Слова коллеги</p>')
  // The published text is in the history: it needs no shelf.
  await expect(shelf(page)).toHaveCount(0)

  // Without an answer the draft stays put aside: the version may be there already.
  await page.route('**/restore/', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await restoreFirst(page)
  await expect(page.getByText('Не удалось вернуть версию').first()).toBeVisible()
  await page.reload()
  await expect(text(page)).toHaveText('Первый текст')
  await shelf(page).getByRole('button', { name: 'Вернуть прежний текст' }).click()
  await expect(text(page)).toHaveText('Слова коллеги')
  await expect.poll(async () => (await load()).content).toBe('<p>Слова коллеги</p>')
  await expect(shelf(page)).toHaveCount(0)
  await page.unroute('**/restore/')

  await publish('<p>Второй текст</p>')
  await page.reload()
  await expect(text(page)).toHaveText('Второй текст')
  await restoreFirst(page)
  await expect(text(page)).toHaveText('Первый текст')
  await expect(shelf(page)).toHaveCount(0)
  // Nor a version that was taken back and left as it is.
  await restoreFirst(page)
  await expect(dialog(page, 'История публикаций')).toHaveCount(0)
  await expect(shelf(page)).toHaveCount(0)
})

test('neither a version nor taking a material from the readers hides what a colleague has saved', async ({
  page,
  world,
}) => {
  const { id, load, overwrite, publish } = await makeNew(world, 'Не видя')
  await publish('<p>Первый текст</p>')
  await overwrite({ content: '<p>Мой черновик</p>' })
  await open(page, id, 'Мой черновик')
  await overwrite({ content: '<p>Слова коллеги</p>' })
  await restoreFirst(page)
  await expect(stale(page).getByText('Слова коллеги')).toBeVisible()
  await expect(stale(page).getByText('Мой черновик')).toBeVisible()
  await expect(dialog(page, 'История публикаций')).toHaveCount(0)
  await inBothThemes(page, () => expectAccessible(page))
  expect((await load()).content).toBe('<p>Слова коллеги</p>')
  // Nothing was put aside for a restoring that did not happen.
  await expect(page.getByText('Прежний текст отложен')).toHaveCount(0)
  await stale(page).getByRole('button', { name: 'Оставить мой' }).click()
  await expect.poll(async () => (await load()).content).toBe('<p>Мой черновик</p>')

  await overwrite({ content: '<p>Снова слова коллеги</p>' })
  await restoreFirst(page)
  await stale(page).getByRole('button', { name: 'Взять их текст' }).click()
  await expect(text(page)).toHaveText('Снова слова коллеги')
  await expect(shelf(page).getByText(/Ваш текст отложен/)).toBeVisible()

  await overwrite({ content: '<p>Слова коллеги</p>' })
  await page.getByRole('button', { name: 'Ещё', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Снять с публикации' }).click()
  await dialog(page, 'Снять с публикации?').getByRole('button', { name: 'Снять с публикации' }).click()
  await expect(page.getByText('Материал снят с публикации').first()).toBeVisible()
  await text(page).fill('Мои слова')
  await expect(stale(page).getByText('Слова коллеги')).toBeVisible()
  expect((await load()).content).toBe('<p>Слова коллеги</p>')
})

test('a conflict names the cover, the files and the markup, and says that nothing differs only then', async ({
  page,
  world,
}) => {
  const { id, load, overwrite, makeCover, makeFile } = await makeNew(world, 'Отличия')
  await overwrite({ content: '<h2>Смена</h2><p>Закройте <strong>кассу</strong> вечером</p>' })
  await open(page, id, 'СменаЗакройте кассу вечером')
  const [cover, file] = [await makeCover(), await makeFile()]
  await overwrite({
    content: '<h3>Смена</h3><p>Закройте кассу <a href="https://x.uz/">вечером</a></p>',
    cover,
    files: [file],
  })
  // A change that leaves everything as it was: the words are the same on both sides.
  await title(page).fill('Отличия!')
  await title(page).fill('Отличия')
  await expect(stale(page).getByText('Отличаются: обложка, файлы, ссылки, оформление.')).toBeVisible()
  await expect(stale(page).getByText('Тексты не отличаются')).toHaveCount(0)
  const diff = stale(page).getByRole('region', { name: 'Отличия' })
  await expect(diff.getByText('обложка.webp')).toBeVisible()
  await expect(diff.getByText('Памятка.pdf')).toBeVisible()
  await expect(diff.getByRole('listitem').filter({ hasText: 'Смена' })).toContainText(
    'отличаются: оформление',
  )
  await expect(diff.getByRole('listitem').filter({ hasText: 'вечером' })).toContainText(
    'отличаются: ссылки, оформление',
  )
  await inBothThemes(page, () => expectAccessible(page))
  await stale(page).getByRole('tab', { name: 'Их текст' }).click()
  await expect(stale(page).getByRole('img', { name: 'Обложка' })).toBeVisible()
  await expect(stale(page).getByRole('link', { name: /Памятка\.pdf/ })).toBeVisible()
  await expectAccessible(page)
  await stale(page).getByRole('button', { name: 'Взять их текст' }).click()
  await expect(settings(page).getByRole('link', { name: /Памятка\.pdf/ })).toBeVisible()

  // Somebody has saved the very same: then, and only then, nothing differs.
  await overwrite({})
  await title(page).fill('Отличия!')
  await title(page).fill('Отличия')
  await expect(stale(page).getByText('Тексты не отличаются')).toBeVisible()
  await stale(page).getByRole('button', { name: 'Оставить мой' }).click()
  await saved(page)
  expect((await load()).cover?.id).toBe(cover.id)
})
