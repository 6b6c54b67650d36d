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

// Replacing and restoring texts is tested in apps/desk/src/knowledge/material/material.page.test.tsx.
const text = (page: Page) => page.getByRole('textbox', { name: 'Текст материала' })
const title = (page: Page) => page.getByRole('textbox', { name: 'Название материала' })
const settings = (page: Page) => page.getByRole('complementary', { name: 'Свойства материала' })
const shelf = (page: Page) => page.getByRole('list', { name: 'Отложенные тексты' })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const stale = (page: Page) => dialog(page, 'Материал изменил кто-то ещё')

const fileOf = ({ name, mimeType, buffer }: ReturnType<typeof png>) =>
  new File([new Uint8Array(buffer)], name, { type: mimeType })

/** Creates a material, and returns actions of another editor on it. */
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
  return { id, publish, overwrite, makeCover, makeFile }
}

/** Opens the material and waits for its present text. */
const open = async (page: Page, id: string, words: string) => {
  await signIn(page, 'editor', `/desk/kb/${id}`)
  await expect(text(page)).toHaveText(words)
}

/** Only the dialog is checked: the page behind it cannot be reached, and is checked without one. */
const DIALOG = '[role="dialog"]'
const look = (page: Page, within?: string) => inBothThemes(page, () => expectAccessible(page, within))

test('two texts of one material, the text put aside and the history are within everybody’s reach; a text put aside is copied', async ({
  page,
  world,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id, overwrite, makeCover, makeFile, publish } = await makeNew(world, 'Полка')
  await publish('<h2>Смена</h2><p>Закройте <strong>кассу</strong> вечером</p>')
  await open(page, id, 'СменаЗакройте кассу вечером')
  const [cover, file] = [await makeCover(), await makeFile()]
  await overwrite({
    content: '<h3>Смена</h3><p>Закройте кассу <a href="https://x.uz/">вечером</a></p><p>Их слова</p>',
    cover,
    files: [file],
  })
  await title(page).fill('Полка!')
  const diff = stale(page).getByRole('region', { name: 'Отличия' })
  await expect(diff.getByRole('listitem').filter({ hasText: 'Смена' })).toContainText(
    'отличаются: оформление',
  )
  await look(page, DIALOG)
  await stale(page).getByRole('tab', { name: 'Их текст' }).click()
  await expect(stale(page).getByRole('img', { name: 'Обложка' })).toBeVisible()
  await expect(stale(page).getByRole('link', { name: /Памятка\.pdf/ })).toBeVisible()
  await expectAccessible(page, DIALOG)
  await stale(page).getByRole('button', { name: 'Взять их текст' }).click()
  await expect(settings(page).getByRole('link', { name: /Памятка\.pdf/ })).toBeVisible()

  await expect(shelf(page).getByText(/Ваш текст отложен/)).toBeVisible()
  await look(page)
  await shelf(page).getByRole('button', { name: 'Посмотреть' }).click()
  await expect(dialog(page, /Ваш текст отложен/).getByText('кассу')).toBeVisible()
  await look(page, DIALOG)
  await dialog(page, /Ваш текст отложен/)
    .getByRole('button', { name: 'Скопировать' })
    .click()
  await expect(page.getByText('Текст скопирован').first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Полка!\nСмена\nЗакройте кассу вечером',
  )
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'История' }).click()
  const history = dialog(page, 'История публикаций')
  await history.getByRole('button', { name: /Версия 1/ }).click()
  await expect(history.getByRole('button', { name: 'Вернуть эту версию' })).toBeVisible()
  await expectAccessible(page, DIALOG)
})
