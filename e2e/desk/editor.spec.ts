import type { Page } from '@playwright/test'
import { getTree } from '@podmoga/contract/desk/knowledge'
import { scheduleMaterial } from '@podmoga/contract/desk/material/schedule'
import { createMaterial, getDeskMaterial } from '@podmoga/contract/desk/materials'
import { getMaterial, listMaterials } from '@podmoga/contract/knowledge'
import { pace } from '../../tools/pace.ts'
import { png } from '../lib/samples.ts'
import { expect, expectAccessible, inBothThemes, signIn, test, type World } from '../lib/world.ts'

const text = (page: Page) => page.getByRole('textbox', { name: 'Текст материала' })
const title = (page: Page) => page.getByRole('textbox', { name: 'Название материала' })
const tree = (page: Page) => page.getByRole('region', { name: 'Разделы и материалы' })
const saved = (page: Page) => expect(page.getByText(/Черновик сохранён \d\d:\d\d/)).toBeVisible()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const publish = async (page: Page) => {
  await page.getByRole('button', { name: 'Опубликовать' }).click()
  await dialog(page, 'Опубликовать материал?').getByRole('button', { name: 'Опубликовать' }).click()
  await expect(page.getByText('Материал опубликован').first()).toBeVisible()
  await expect(dialog(page, 'Опубликовать материал?')).toHaveCount(0)
}

const firstShelf = async (world: World) => {
  const call = await world.as('editor')
  const { sections } = await call(getTree, {})
  const [section] = sections
  const [subcategory] = section?.subcategories ?? []
  if (section === undefined || subcategory === undefined) throw new Error('the demo base is empty')
  return { call, section, subcategory, sections }
}

/** Creates a material in the first subcategory and opens it. */
const openNew = async (page: Page, world: World, name: string): Promise<string> => {
  const { call, subcategory } = await firstShelf(world)
  const { id } = await call(createMaterial, { body: { subcategory: subcategory.id, title: name } })
  await signIn(page, 'editor', `/desk/kb/${id}`)
  await expect(text(page)).toBeVisible()
  return id
}

/** On a tree that has not been expanded: rows are moved by keys and by pointer, groups are added and removed. */
const rearrange = async (page: Page, world: World) => {
  const { call, section } = await firstShelf(world)
  const first = tree(page).getByRole('button', { name: section.name, exact: true })
  await first.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page.getByText(/^место 2 из/)).toBeAttached()
  await expect(first).toBeFocused()
  await expect.poll(async () => (await call(getTree, {})).sections[1]?.id).toBe(section.id)
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(async () => (await call(getTree, {})).sections[0]?.id).toBe(section.id)

  await first.click()
  const sub = section.subcategories[0]
  await tree(page)
    .getByRole('button', { name: sub?.name ?? '', exact: true })
    .click()
  const [one, two] = sub?.materials ?? []
  const row = (id = '') => page.locator(`[data-level="material"][data-id="${id}"]`)
  await row(one?.id).dragTo(row(two?.id), { targetPosition: { x: 60, y: 38 } })
  const order = async () =>
    (await call(getTree, {})).sections[0]?.subcategories[0]?.materials.slice(0, 2).map(({ id }) => id)
  await expect.poll(order).toEqual([two?.id, one?.id])
}

test('an editor arranges the tree, writes and publishes a material; staff read and find it within two seconds', async ({
  page,
  world,
}) => {
  const { subcategory } = await firstShelf(world)
  await signIn(page, 'editor', '/desk/')
  await expect(page).toHaveURL(/\/desk\/kb$/)
  await rearrange(page, world)

  await tree(page)
    .getByRole('button', { name: `Действия: ${subcategory.name}` })
    .click()
  await page.getByRole('menuitem', { name: 'Новый материал' }).click()
  const ask = dialog(page, 'Новый материал')
  await ask.getByRole('button', { name: 'Создать' }).click()
  await expect(ask.getByText('Введите название.')).toBeVisible()
  await ask.getByRole('textbox', { name: 'Название' }).fill('Кофемашина шипит вместо пара')
  await ask.getByRole('button', { name: 'Создать' }).click()

  await expect(title(page)).toHaveValue('Кофемашина шипит вместо пара')
  await expect(tree(page).getByRole('link', { name: /Кофемашина шипит.*черновик/ })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await text(page).click()
  await page.keyboard.type('Продуйте паровик.')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Заголовок 1-го уровня' }).click()
  await page.keyboard.type('По шагам')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Нумерованный список' }).click()
  await page.keyboard.type('Закройте пармезатор')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Выноска' }).click()
  await page.getByRole('menuitem', { name: 'Внимание' }).click()
  await page.keyboard.type('Пар горячий.')
  await saved(page)

  const id = /kb\/(\d+)$/.exec(page.url())?.[1] ?? ''
  const editor = await world.as('editor')
  const draft = await editor(getDeskMaterial, { params: { materialId: id } })
  expect(draft.content).toBe(
    '<p>Продуйте паровик.</p><h2>По шагам</h2><ol><li><p>Закройте пармезатор</p></li></ol><aside class="callout callout-warning"><p>Пар горячий.</p></aside>',
  )
  expect(draft.state).toBe('draft')
  const staff = await world.as('aziza', '1')
  await expect(staff(getMaterial, { params: { materialId: id } })).rejects.toMatchObject({ status: 404 })

  // The first search builds the index; the two seconds are those from publishing.
  const isFound = async () =>
    (await staff(listMaterials, { query: { search: 'кофемашина шипит' } })).some((item) => item.id === id)
  expect(await isFound()).toBe(false)
  await publish(page)
  await expect.poll(isFound, { timeout: 2_000 * pace() }).toBe(true)
  expect((await staff(getMaterial, { params: { materialId: id } })).content).toContain('Пар горячий.')
  const published = tree(page).getByRole('link', { name: /Кофемашина шипит.*опубликован/ })
  await expect(published).toBeVisible()
  // Its dot is also filled with forced colours.
  await page.emulateMedia({ forcedColors: 'active' })
  const dot = published.locator('[data-state]')
  const ink = await dot.evaluate((one) => getComputedStyle(one).borderTopColor)
  await expect(dot).toHaveCSS('background-color', ink)
  await page.emulateMedia({ forcedColors: null })

  // The draft is separate: readers still see the published text.
  await title(page).fill('Кофемашина: пар')
  await saved(page)
  await expect(tree(page).getByRole('link', { name: /Кофемашина: пар.*неопубликованные/ })).toBeVisible()
  expect((await staff(getMaterial, { params: { materialId: id } })).title).toBe(
    'Кофемашина шипит вместо пара',
  )
})

/** Pastes clipboard content of Word and Google Docs into an empty text: it is cleaned. */
const pasteFromWord = async (page: Page, contentOf: () => Promise<string>) => {
  await text(page).click()
  await text(page).evaluate((field) => {
    const html = `<html><head><style>p.MsoNormal{margin:0}</style></head><body>
      <b style="font-weight:normal" id="docs-internal-guid-1"><p class="MsoNormal" style="margin:0"><span style="font-weight:700">Важно</span> и <span style="font-style:italic">просто</span></p></b>
      <p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">1.<span>&nbsp;</span></span>Раз</p>
      <p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">2.<span>&nbsp;</span></span>Два</p>
      <script>window.bad = 1</script><img src="https://evil.test/x.png" onerror="window.bad = 1"></body></html>`
    const data = new DataTransfer()
    data.setData('text/html', html)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(page.getByText(/Картинки из буфера не перенеслись/)).toBeVisible()
  await saved(page)
  await expect
    .poll(contentOf)
    .toBe('<p><strong>Важно</strong> и <em>просто</em></p><ol><li><p>Раз</p></li><li><p>Два</p></li></ol>')
  expect(await page.evaluate(() => 'bad' in window)).toBe(false)
}

test('what is pasted is cleaned; a picture asks for its description, and the preview shows it', async ({
  page,
  world,
}) => {
  const id = await openNew(page, world, 'Схема бара')
  const editor = await world.as('editor')
  const contentOf = async () => (await editor(getDeskMaterial, { params: { materialId: id } })).content
  await pasteFromWord(page, contentOf)
  await text(page).fill('')
  await page.getByRole('button', { name: 'Картинка', exact: true }).click()
  const ask = dialog(page, 'Вставить картинку')
  await ask.getByLabel('Файл', { exact: true }).setInputFiles(png('бар.png'))
  await ask.getByRole('button', { name: 'Вставить' }).click()
  await expect(ask.getByText('Опишите, что на картинке.')).toBeVisible()
  await expectAccessible(page)
  await ask.getByRole('textbox', { name: 'Что на картинке' }).fill('Бар сверху')
  await ask.getByRole('textbox', { name: 'Подпись под картинкой' }).fill('Где что стоит')
  await ask.getByRole('button', { name: 'Вставить' }).click()
  await expect(text(page).getByRole('img', { name: 'Бар сверху' })).toBeVisible()
  await saved(page)
  await expect
    .poll(contentOf)
    .toMatch(
      /<figure><img data-file="[^"]+"[^>]* alt="Бар сверху"[^>]*><figcaption>Где что стоит<\/figcaption><\/figure>/,
    )

  await page.getByRole('button', { name: 'Предпросмотр' }).click()
  const preview = page.getByRole('tabpanel')
  await expect(preview.getByRole('img', { name: 'Бар сверху' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Компьютер, 1280' }).click()
  await expect(preview.getByRole('heading', { name: 'Схема бара' })).toBeVisible()
})

test("a demo article is within everybody's reach at every width, light and dark, and is saved without losing a part", async ({
  page,
  world,
}) => {
  const { call, sections } = await firstShelf(world)
  const id = sections[0]?.subcategories[0]?.materials[0]?.id ?? ''
  await signIn(page, 'editor', `/desk/kb/${id}`)
  await expect(text(page)).toBeVisible()
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1024, height: 768 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport)
    await inBothThemes(page, () => expectAccessible(page))
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }

  const before = await call(getDeskMaterial, { params: { materialId: id } })
  await title(page).fill(`${before.title}!`)
  await saved(page)
  await expect
    .poll(async () => (await call(getDeskMaterial, { params: { materialId: id } })).title)
    .toBe(`${before.title}!`)
  const after = await call(getDeskMaterial, { params: { materialId: id } })
  // Addresses are signed for each answer, so they differ.
  const plain = (html: string) => html.replace(/ (?:src|href)="[^"]*"/g, '')
  expect(plain(after.content)).toBe(plain(before.content))
  await text(page).press('Control+End')
  await page.keyboard.type(' Готово.')
  await expect
    .poll(async () => (await call(getDeskMaterial, { params: { materialId: id } })).content)
    .toContain('Готово.')
  const edited = (await call(getDeskMaterial, { params: { materialId: id } })).content
  const count = (html: string, name: string) => html.split(new RegExp(`<${name}[ >]`)).length
  for (const name of ['figure', 'figcaption', 'img', 'h2', 'li', 'aside', 'a', 'tr', 'th', 'strong'])
    expect([name, count(edited, name)]).toEqual([name, count(before.content, name)])
  // A scheduled publication leaves space for the text on the narrowest phone with double text size.
  const { revision } = await call(getDeskMaterial, { params: { materialId: id } })
  const at = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 16)
  await call(scheduleMaterial, { params: { materialId: id }, body: { revision, at } })
  await page.setViewportSize({ width: 320, height: 844 })
  await page.reload()
  const stop = page.getByRole('button', { name: 'Отменить выход' })
  await expect(stop).toBeVisible()
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await text(page).scrollIntoViewIfNeeded()
  const roomOf = () => text(page).evaluate((one) => one.closest('[class*="scroll"]')?.clientHeight ?? 0)
  await expect.poll(roomOf).toBeGreaterThan(200)
  await stop.scrollIntoViewIfNeeded()
  await stop.click({ trial: true })
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
})
