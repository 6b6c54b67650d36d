import type { Locator, Page } from '@playwright/test'
import { closeGap, getSynonyms, getTree, listGaps, setSynonyms } from '@podmoga/contract/desk/knowledge'
import { createMaterial } from '@podmoga/contract/desk/materials'
import { expectFine } from '../lib/looks.ts'
import { makeGate } from '../lib/screens.ts'
import { walkTo } from '../lib/walk-to.ts'
import { expect, expectAccessible, inBothThemes, SIZES, signIn, test, type World } from '../lib/world.ts'

// Runs axe on editor states that no other test covers, in both themes: pages at both widths, overlays on a phone, where they
// have the least space. States that differ only in names, roles and texts are tested without a browser:
// *.test.tsx in apps/desk/src/knowledge.
const look = (page: Page) => inBothThemes(page, () => expectAccessible(page))
/** Checks only the dialog: the page behind it cannot be reached, and is checked without one. */
const lookAtDialog = (page: Page) => inBothThemes(page, () => expectAccessible(page, '[role="dialog"]'))
const tree = (page: Page) => page.getByRole('region', { name: 'Разделы и материалы' })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const shut = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('menu')).toHaveCount(0)
}

const filled = async (world: World) => {
  const call = await world.as('editor')
  const { sections } = await call(getTree, {})
  const [section] = sections
  const [subcategory] = section?.subcategories ?? []
  const [material] = subcategory?.materials ?? []
  if (section === undefined || subcategory === undefined || material === undefined)
    throw new Error('the demo base is empty')
  return { call, section, subcategory, material }
}

/** A row of every kind: a search, one in progress, a «нет» with comments, two closed ones. */
const fillQueue = async (world: World) => {
  const { call, subcategory, material } = await filled(world)
  await world.sql('delete from knowledge_gaps')
  await world.sql(`
    insert into knowledge_gaps (business_id, kind, query, people)
    select business_id, 'search', 'поиск ' || n, 3 from materials, generate_series(1, 4) n where id = ${material.id}`)
  await world.sql(`
    with gap as (
      insert into knowledge_gaps (business_id, kind, material_id, people)
      select business_id, 'feedback', id, 1 from materials where id = ${material.id} returning id
    ), told as (
      insert into people (business_id, first_name)
      select business_id, 'Голос' from materials, generate_series(1, 12) where id = ${material.id} returning id
    )
    insert into knowledge_gap_voices (gap_id, person_id, text)
    select gap.id, told.id, 'Не нашёл, где это включить.' from gap, told`)
  const { results } = await call(listGaps, {})
  const close = async (query: string, answer: string | null) => {
    const gapId = results.find((gap) => gap.query === query)?.id ?? ''
    await call(closeGap, { params: { gapId }, body: { material: answer } })
  }
  const draft = await call(createMaterial, {
    body: { subcategory: subcategory.id, title: 'Пока черновик' },
  })
  await close('поиск 1', draft.id)
  await close('поиск 2', material.id)
  await close('поиск 3', null)
}

const setGroups = async (world: World, groups: string[][]) => {
  const call = await world.as('editor')
  const { revision } = await call(getSynonyms, {})
  await call(setSynonyms, { body: { groups, revision } })
}

/** Returns the shortest side of these elements. */
const smallest = async (of: Locator): Promise<number> => {
  const sides = await of.evaluateAll((all) =>
    all.flatMap((each) => {
      const { width, height } = each.getBoundingClientRect()
      return [width, height]
    }),
  )
  expect(sides.length).toBeGreaterThan(4)
  return Math.min(...sides)
}

const expectWideRows = async (page: Page) =>
  expect(await smallest(tree(page).locator('[data-level] :is(a, button)'))).toBeGreaterThanOrEqual(44)

/** On a phone the toolbar also takes only one row, so the text has the rest. */
const expectWideButtons = async (page: Page) => {
  const tools = page.getByRole('toolbar').getByRole('button')
  expect(await smallest(tools)).toBeGreaterThanOrEqual(44)
  const rows = await tools.evaluateAll(
    (all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size,
  )
  const { width = 0 } = page.viewportSize() ?? {}
  expect(rows).toBeLessThanOrEqual(width < 768 ? 1 : 2)
}

/** Expects on narrow screens that rows and buttons are large enough to touch and nothing is wider than the page. */
const expectRoomForFingers = async (page: Page, expectWide: (page: Page) => Promise<void>) => {
  for (const width of [390, 1023]) {
    await page.setViewportSize({ width, height: 844 })
    await expectWide(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
  await page.setViewportSize(SIZES.phone)
}

test.use({ viewport: SIZES.phone })

test('the tree, its menus and its dialogs; a material; the queue, open and closed; synonyms', async ({
  page,
  world,
}) => {
  const { section, subcategory, material } = await filled(world)
  const menu = (of: string) => tree(page).getByRole('button', { name: `Действия: ${of}`, exact: true })
  const action = (item: string) => page.getByRole('menuitem', { name: item })

  await test.step('a room while it loads and when it has failed', async () => {
    const gate = makeGate()
    const call = '**/desk/knowledge/tree/**'
    await page.route(call, async (route) => {
      await gate.wait
      await route.fulfill({ status: 500, json: { error: 'Internal server error', code: 'internal' } })
    })
    await signIn(page, 'editor', '/desk/kb')
    await expect(page.locator('[aria-busy="true"]').first()).toBeVisible()
    await look(page)
    gate.open()
    const failed = page.getByRole('alert').filter({ hasText: 'Не удалось загрузить базу знаний' })
    await expect(failed).toBeVisible()
    await look(page)
    await page.unroute(call)
    await page.getByRole('button', { name: 'Повторить' }).click()
  })

  await test.step('the tree, the menu of a row, a field that is wrong, a refusal', async () => {
    await tree(page).getByRole('button', { name: section.name, exact: true }).click()
    await tree(page).getByRole('button', { name: subcategory.name, exact: true }).click()
    await expect(tree(page).getByRole('link', { name: material.title })).toBeVisible()
    await expectFine(page)
    await expectRoomForFingers(page, expectWideRows)
    await menu(material.title).click()
    await expect(action('Ниже')).toBeVisible()
    await look(page)
    await shut(page)
    await tree(page).getByRole('button', { name: 'Новый раздел' }).click()
    await dialog(page, 'Новый раздел').getByRole('button', { name: 'Создать' }).click()
    await expect(dialog(page, 'Новый раздел').getByText('Введите название.')).toBeVisible()
    await lookAtDialog(page)
    await shut(page)
    await menu(section.name).click()
    await action('Удалить').click()
    const remove = dialog(page, `Удалить «${section.name}»?`)
    await remove.getByRole('button', { name: 'Удалить' }).click()
    await expect(page.getByText('Сначала перенесите или удалите то, что внутри.')).toBeVisible()
    await lookAtDialog(page)
    await shut(page)
  })

  await test.step('the toolbar of a material, and what asks whether one is sure', async () => {
    await tree(page).getByRole('link', { name: material.title }).click()
    await expect(page.getByRole('textbox', { name: 'Текст материала' })).toBeVisible()
    await expectRoomForFingers(page, expectWideButtons)
    await page.getByRole('button', { name: 'Таблица', exact: true }).click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    await look(page)
    await shut(page)
    await page.getByRole('button', { name: 'Ещё', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Снять с публикации' }).click()
    await expect(dialog(page, 'Снять с публикации?')).toBeVisible()
    await lookAtDialog(page)
    await shut(page)
  })

  await test.step('the queue, open and closed, and what closes a line', async () => {
    await fillQueue(world)
    await walkTo(page, '/desk/kb/gaps')
    await expect(page.getByText(/Пишется материал/)).toBeVisible()
    await expect(page.getByText('и ещё 2 отзыва')).toBeVisible()
    await expectFine(page)
    await page.setViewportSize(SIZES.phone)
    const line = page.getByRole('listitem').filter({ hasText: '«поиск 4»' })
    await line.getByRole('button', { name: 'Закрыть материалом' }).click()
    const picker = dialog(page, 'Закрыть материалом').getByRole('combobox', {
      name: 'Какой материал отвечает',
    })
    await picker.click()
    await expect(page.getByRole('option').first()).toBeVisible()
    await look(page)
    await page.getByRole('option').first().click()
    // The list closes and returns the focus in the next frame: a key pressed before that is lost.
    await expect(picker).toBeFocused()
    await shut(page)
    await page.getByRole('tab', { name: 'Закрытые' }).click()
    await expect(page.getByText('Отвечает материал')).toBeVisible()
    await expect(page.getByText('Закрыто без материала')).toBeVisible()
    await look(page)
  })

  await test.step('synonyms: full and wrong', async () => {
    await setGroups(world, [
      ['айко', 'iiko'],
      ['пейми', 'payme'],
    ])
    await walkTo(page, '/desk/kb/synonyms')
    const last = page.getByRole('textbox', { name: /^Группа/ }).last()
    await expect(last).toHaveValue('пейми, payme')
    await last.fill('пейми')
    await page.getByRole('button', { name: 'Сохранить' }).click()
    await expect(page.getByText('Нужно хотя бы два слова через запятую.')).toBeVisible()
    await expectFine(page)
  })
})

test.describe('a wide screen that is touched', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 1280, height: 800 } })
  test('gives a finger its room too', async ({ page, world }) => {
    const { section, subcategory, material } = await filled(world)
    await signIn(page, 'editor', '/desk/kb')
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
    await tree(page).getByRole('button', { name: section.name, exact: true }).click()
    await tree(page).getByRole('button', { name: subcategory.name, exact: true }).click()
    await expectWideRows(page)
    await tree(page).getByRole('link', { name: material.title }).click()
    await expect(page.getByRole('textbox', { name: 'Текст материала' })).toBeVisible()
    await expectWideButtons(page)
  })
})
