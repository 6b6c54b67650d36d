import type { Page } from '@playwright/test'
import { closeGap, getSynonyms, getTree, listGaps, setSynonyms } from '@podmoga/contract/desk/knowledge'
import { createMaterial } from '@podmoga/contract/desk/materials'
import { makeGate } from '../lib/screens.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleEverywhere,
  inBothThemes,
  SIZES,
  signIn,
  test,
  type World,
} from '../lib/world.ts'

// The editors' states that no other test looks at with axe, in both themes: pages at both widths, what lies over them on
// a phone, where it has the least room.
const look = (page: Page) => inBothThemes(page, () => expectAccessible(page))
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

/** A line of every kind: a search, one that is being written, a «нет» with comments, two that are closed. */
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

const ROOMS = [
  ['/desk/kb', '**/desk/knowledge/tree/**', 'Не удалось загрузить базу знаний'],
  ['/desk/kb/gaps', '**/desk/knowledge/gaps/**', 'Не удалось загрузить очередь'],
  ['/desk/kb/synonyms', '**/desk/knowledge/synonyms/**', 'Не удалось загрузить синонимы'],
  ['/desk/kb/:id', '**/desk/knowledge/materials/*/', 'Не удалось открыть материал'],
] as const

/** Of a material that has just been opened. */
const lookAtMenus = async (page: Page) => {
  await expect(page.getByRole('textbox', { name: 'Текст материала' })).toBeVisible()
  for (const menu of ['Таблица', 'Ещё']) {
    await page.getByRole('button', { name: menu, exact: true }).click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    await look(page)
    await shut(page)
  }
  await page.getByRole('button', { name: 'Ещё', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Снять с публикации' }).click()
  await expect(dialog(page, 'Снять с публикации?')).toBeVisible()
  await look(page)
}

const lookAtSynonyms = async (page: Page, world: World) => {
  await setGroups(world, [
    ['айко', 'iiko'],
    ['пейми', 'payme'],
  ])
  await page.getByRole('link', { name: 'Синонимы' }).click()
  const last = page.getByRole('textbox', { name: /^Группа/ }).last()
  await expect(last).toHaveValue('пейми, payme')
  await expectAccessibleEverywhere(page)
  await last.fill('пейми')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Нужно хотя бы два слова через запятую.')).toBeVisible()
  await look(page)
  await page.reload()
  await expect(page.getByText('Возвращены строки, которые вы не сохранили.')).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: 'Отменить мои правки' }).click()
  await setGroups(world, [])
  await page.reload()
  await expect(page.getByText('Групп пока нет')).toBeVisible()
  await look(page)
}

test.describe("the desk's knowledge", () => {
  test.use({ viewport: SIZES.phone })

  test('the tree, its row menus and its dialogs; the menus of the toolbar and of a material', async ({
    page,
    world,
  }) => {
    const { section, subcategory, material } = await filled(world)
    await signIn(page, 'editor', '/desk/kb')
    await tree(page).getByRole('button', { name: section.name, exact: true }).click()
    await tree(page).getByRole('button', { name: subcategory.name, exact: true }).click()
    await expect(tree(page).getByRole('link', { name: material.title })).toBeVisible()
    await expectAccessibleEverywhere(page)

    const menu = (of: string) => tree(page).getByRole('button', { name: `Действия: ${of}`, exact: true })
    const action = (item: string) => page.getByRole('menuitem', { name: item })
    await menu(material.title).click()
    await expect(action('Ниже')).toBeVisible()
    await look(page)
    await shut(page)
    await tree(page).getByRole('button', { name: 'Новый раздел' }).click()
    await dialog(page, 'Новый раздел').getByRole('button', { name: 'Создать' }).click()
    await expect(dialog(page, 'Новый раздел').getByText('Введите название.')).toBeVisible()
    await look(page)
    await shut(page)
    for (const [of, item, title] of [
      [subcategory.name, 'Новый материал', 'Новый материал'],
      [section.name, 'Удалить', `Удалить «${section.name}»?`],
    ] as const) {
      await menu(of).click()
      await action(item).click()
      await expect(dialog(page, title)).toBeVisible()
      await look(page)
      if (item === 'Удалить') {
        await dialog(page, title).getByRole('button', { name: 'Удалить' }).click()
        await expect(page.getByText('Сначала перенесите или удалите то, что внутри.')).toBeVisible()
        await look(page)
      }
      await shut(page)
    }
    const search = tree(page).getByRole('searchbox', { name: 'Найти в базе' })
    await search.fill('ъъщщ')
    await expect(tree(page).getByText('Ничего не нашлось')).toBeVisible()
    await look(page)

    await search.fill('')
    await tree(page).getByRole('link', { name: material.title }).click()
    await lookAtMenus(page)
  })

  test('the queue, open and closed, and its dialogs; synonyms: full, wrong and empty', async ({
    page,
    world,
  }) => {
    await fillQueue(world)
    await signIn(page, 'editor', '/desk/kb/gaps')
    await expect(page.getByText(/Пишется материал/)).toBeVisible()
    await expect(page.getByText('и ещё 2 отзыва')).toBeVisible()
    await expectAccessibleEverywhere(page)
    const line = page.getByRole('listitem').filter({ hasText: '«поиск 4»' })
    await line.getByRole('button', { name: 'Закрыть материалом' }).click()
    await expect(dialog(page, 'Закрыть материалом')).toBeVisible()
    await look(page)
    await dialog(page, 'Закрыть материалом')
      .getByRole('combobox', { name: 'Какой материал отвечает' })
      .click()
    await expect(page.getByRole('option').first()).toBeVisible()
    await look(page)
    await page.getByRole('option').first().click()
    await shut(page)
    await line.getByRole('button', { name: 'Написать материал' }).click()
    await expect(dialog(page, 'Написать материал')).toBeVisible()
    await look(page)
    await shut(page)
    await page.getByRole('tab', { name: 'Закрытые' }).click()
    await expect(page.getByText('Отвечает материал')).toBeVisible()
    await expect(page.getByText('Закрыто без материала')).toBeVisible()
    await expectAccessibleEverywhere(page)

    await world.sql('delete from knowledge_gaps')
    await page.reload()
    await expect(page.getByText('Пока ничего не закрывали')).toBeVisible()
    await look(page)
    await page.getByRole('tab', { name: 'Открытые' }).click()
    await expect(page.getByText('Все ответы есть')).toBeVisible()
    await look(page)

    await page.setViewportSize(SIZES.desktop)
    await lookAtSynonyms(page, world)
  })
})

test('each room while it loads and when it has failed; an empty base and a material that is gone', async ({
  page,
  world,
}) => {
  const { material } = await filled(world)
  for (const [at, [path, call, failed]] of ROOMS.entries()) {
    const gate = makeGate()
    await page.route(call, async (route) => {
      await gate.wait
      await route.fulfill({ status: 500, json: { error: 'Internal server error', code: 'internal' } })
    })
    const room = path.replace(':id', material.id)
    await (at === 0 ? signIn(page, 'editor', room) : page.goto(room))
    await expect(page.locator('[aria-busy="true"]').first()).toBeVisible()
    await look(page)
    gate.open()
    await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible()
    await look(page)
    await page.unroute(call)
  }

  await page.route('**/desk/knowledge/tree/**', (route) =>
    route.fulfill({ json: { business: { id: '1', name: 'Демо' }, sections: [] } }),
  )
  await page.goto('/desk/kb')
  await expect(page.getByText('База пока пуста. Начните с раздела.')).toBeVisible()
  await look(page)
  await page.goto('/desk/kb/999999999')
  await expect(page.getByText('Такого материала нет. Возможно, его удалили.')).toBeVisible()
  await look(page)
})
