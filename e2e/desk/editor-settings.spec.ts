import type { Page } from '@playwright/test'
import { getMaterial, listMaterials, type MaterialItem } from '@podmoga/contract/knowledge'
import { pdf, png } from '../lib/samples.ts'
import { expect, signIn, test, type World } from '../lib/world.ts'

const settings = (page: Page) => page.getByRole('complementary', { name: 'Свойства материала' })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const saved = (page: Page) => expect(page.getByText(/Черновик сохранён \d\d:\d\d/)).toBeVisible()
const publish = async (page: Page) => {
  await page.getByRole('button', { name: 'Опубликовать' }).click()
  await dialog(page, 'Опубликовать материал?').getByRole('button', { name: 'Опубликовать' }).click()
  await expect(page.getByText('Материал опубликован').first()).toBeVisible()
  await expect(dialog(page, 'Опубликовать материал?')).toHaveCount(0)
}

/** Returns the frequent questions as staff see them. */
const faqOf = async (world: World) => (await world.as('aziza', '1'))(listMaterials, {})

/** Opens a frequent question in the editor. */
const openFaq = async (page: Page, world: World, place: number) => {
  const faq = await faqOf(world)
  const material = faq[place]
  if (material === undefined) throw new Error('the demo base has no frequent questions')
  await signIn(page, 'editor', `/desk/kb/${material.id}`)
  await expect(settings(page)).toBeVisible()
  return { faq, material }
}

type Known = Pick<MaterialItem, 'id' | 'title'>

/** Adds a cover and a file, which readers see, and removes them. */
const giveFiles = async (page: Page, world: World, material: Known) => {
  const staff = await world.as('aziza', '1')
  const shown = () => staff(getMaterial, { params: { materialId: material.id } })
  const before = await shown()

  await settings(page)
    .getByLabel(/(Загрузить|Заменить) обложку/)
    .first()
    .setInputFiles(png('обложка.png', 640, 360))
  await expect(settings(page).getByRole('button', { name: 'Заменить обложку' })).toBeEnabled()
  await settings(page).getByLabel('Добавить файл').first().setInputFiles(pdf('Памятка смены.pdf'))
  await expect(settings(page).getByRole('link', { name: /Памятка смены\.pdf/ })).toBeVisible()
  await saved(page)
  expect((await shown()).files?.map(({ file_name }) => file_name)).not.toContain('Памятка смены.pdf')
  // Leaving the field saves the phrasings to search; the draft stays a draft.
  const asked = settings(page).getByRole('textbox', { name: 'Также спрашивают' })
  await asked.fill('трямбурляция не идёт\n\nгде трямбурляция')
  // The effect is shown before it is saved.
  await settings(page).getByRole('button', { name: 'Что изменится' }).click()
  await expect(settings(page).getByText(/^Просмотрено вопросов: \d+/)).toBeVisible()
  expect(await staff(listMaterials, { query: { search: 'трямбурляция' } })).toEqual([])
  await asked.focus()
  await page.keyboard.press('Shift+Tab')
  await expect(settings(page).getByText('Сохранено, поиск уже знает')).toBeVisible()
  await expect
    .poll(async () => (await staff(listMaterials, { query: { search: 'трямбурляция' } }))[0]?.id)
    .toBe(material.id)
  expect((await shown()).files?.map(({ file_name }) => file_name)).not.toContain('Памятка смены.pdf')
  await publish(page)
  const after = await shown()
  expect(after.cover).not.toBe(before.cover)
  expect([after.cover_width, after.cover_height]).toEqual([640, 360])
  expect((await fetch(new URL(after.cover ?? '', world.url))).status).toBe(200)
  const file = after.files?.find(({ file_name }) => file_name === 'Памятка смены.pdf')
  expect(await (await fetch(new URL(file?.file_url ?? '', world.url))).text()).toContain('%PDF')

  await settings(page).getByRole('button', { name: 'Убрать обложку' }).click()
  await settings(page).getByRole('button', { name: 'Удалить Памятка смены.pdf' }).click()
  await saved(page)
  await publish(page)
  await expect.poll(async () => (await shown()).cover ?? null).toBeNull()
  expect((await shown()).files?.map(({ file_name }) => file_name)).not.toContain('Памятка смены.pdf')
}

/** Moves it to the front, removes it from the frequent questions and adds it back at the end. */
const moveAmongFaq = async (page: Page, world: World, faq: readonly Known[], material: Known) => {
  const titles = async () => (await faqOf(world)).map(({ title }) => title)
  await settings(page).getByRole('combobox', { name: 'Место среди частых вопросов' }).selectOption('0')
  const others = faq.filter(({ id }) => id !== material.id).map(({ title }) => title)
  await expect.poll(titles).toEqual([material.title, ...others])
  const flag = settings(page).getByRole('checkbox', { name: 'Частый вопрос' })
  await flag.uncheck()
  await expect.poll(titles).toEqual(others)
  await flag.check()
  await expect.poll(titles).toEqual([...others, material.title])
}

/** An unpublished material is gone for readers and stays with the editors. */
const takeAndGiveBack = async (page: Page, world: World, material: Known) => {
  const staff = await world.as('aziza', '1')
  await page.getByRole('button', { name: 'Ещё', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Снять с публикации' }).click()
  await dialog(page, 'Снять с публикации?').getByRole('button', { name: 'Снять с публикации' }).click()
  await expect(page.getByText('Материал снят с публикации').first()).toBeVisible()
  await expect(staff(getMaterial, { params: { materialId: material.id } })).rejects.toMatchObject({
    status: 404,
  })
  await expect
    .poll(async () => (await staff(listMaterials, { query: { search: material.title } })).map(({ id }) => id))
    .not.toContain(material.id)
  await expect(page.getByRole('textbox', { name: 'Название материала' })).toHaveValue(material.title)
  await publish(page)
  expect((await staff(getMaterial, { params: { materialId: material.id } })).title).toBe(material.title)
}

test('a frequent question changes its place, its cover and its files, is taken from the readers and given back', async ({
  page,
  world,
}) => {
  const { faq, material } = await openFaq(page, world, 3)
  // A file of a wrong type is named, and nothing is lost.
  await settings(page)
    .getByLabel('Добавить файл')
    .first()
    .setInputFiles({ name: 'вирус.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') })
  await expect(page.getByRole('region', { name: 'Уведомления' })).toContainText('вирус.exe')
  await expect(settings(page).getByText('вирус.exe')).toHaveCount(0)
  await moveAmongFaq(page, world, faq, material)
  await giveFiles(page, world, material)
  await takeAndGiveBack(page, world, material)
})
