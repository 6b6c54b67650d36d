import type { Page } from '@playwright/test'
import { getTree, listGaps } from '@podmoga/contract/desk/knowledge'
import { makeGate } from './screens.ts'
import { expect, signIn, test, type World } from './world.ts'

const line = (page: Page, query: string) => page.getByRole('listitem').filter({ hasText: `«${query}»` })
const deed = (page: Page, query: string, name: string) => line(page, query).getByRole('button', { name })
const SHUT = 'Закрыть без материала'

/** A queue of so many searches in vain, «поиск 1» the newest. */
const fillQueue = async (world: World, count: number) => {
  await world.sql('delete from knowledge_gaps')
  await world.sql(`
    insert into knowledge_gaps (business_id, kind, query, people, last_at)
    select b.id, 'search', 'поиск ' || n, 1, now() - n * interval '1 minute'
    from (select business_id as id from materials limit 1) b, generate_series(1, ${count}) n`)
}

test('a closed line hands the focus to the next one, the last one to the heading', async ({
  page,
  world,
}) => {
  await fillQueue(world, 3)
  await signIn(page, 'editor', '/desk/kb/gaps')
  await deed(page, 'поиск 2', SHUT).click()
  await expect(line(page, 'поиск 2')).toHaveCount(0)
  await expect(deed(page, 'поиск 3', 'Написать материал')).toBeFocused()
  await deed(page, 'поиск 3', SHUT).press('Enter')
  await expect(line(page, 'поиск 3')).toHaveCount(0)
  await expect(deed(page, 'поиск 1', 'Написать материал')).toBeFocused()

  await deed(page, 'поиск 1', 'Закрыть материалом').click()
  const ask = page.getByRole('dialog', { name: 'Закрыть материалом' })
  const { sections } = await (await world.as('editor'))(getTree, {})
  const material = sections
    .flatMap(({ subcategories }) => subcategories.flatMap(({ materials }) => materials))
    .find(({ state }) => state === 'published')
  await ask.getByRole('combobox', { name: 'Какой материал отвечает' }).click()
  await page.keyboard.type(material?.title ?? '')
  await page.getByRole('option', { name: material?.title ?? '' }).click()
  await ask.getByRole('button', { name: 'Закрыть материалом' }).click()
  await expect(page.getByText('Все ответы есть')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('the last line of the last page closed: the page before it comes, with its lines', async ({
  page,
  world,
}) => {
  await fillQueue(world, 21)
  await signIn(page, 'editor', '/desk/kb/gaps?page=2')
  await deed(page, 'поиск 21', SHUT).click()
  await expect(line(page, 'поиск 20')).toBeVisible()
  await expect(page).toHaveURL(/\/kb\/gaps$/)
  await expect(page.getByText('Все ответы есть')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goto('/desk/kb/gaps?page=7')
  await expect(line(page, 'поиск 20')).toBeVisible()
  await expect(page).toHaveURL(/\/kb\/gaps$/)
})

test('a line pressed twice is closed once', async ({ page, world }) => {
  await fillQueue(world, 2)
  const gate = makeGate()
  let posts = 0
  await page.route('**/close/', async (route) => {
    posts += 1
    await gate.wait
    await route.continue()
  })
  await signIn(page, 'editor', '/desk/kb/gaps')
  await deed(page, 'поиск 1', SHUT).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(deed(page, 'поиск 1', SHUT)).toHaveAttribute('aria-busy', 'true')
  await deed(page, 'поиск 1', SHUT).press('Enter')

  await deed(page, 'поиск 2', 'Закрыть материалом').click()
  const ask = page.getByRole('dialog', { name: 'Закрыть материалом' })
  const shut = ask.getByRole('button', { name: 'Закрыть материалом' })
  await ask.getByRole('combobox', { name: 'Какой материал отвечает' }).click()
  await page.getByRole('option').first().click()
  await shut.evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(shut).toHaveAttribute('aria-busy', 'true')
  gate.open()
  await expect(page.getByText('Все ответы есть')).toBeVisible()
  await expect(ask).toHaveCount(0)
  expect(posts).toBe(2)
  expect((await (await world.as('editor'))(listGaps, { query: { closed: 'true' } })).total_items).toBe(2)
})

test('a material that did not help is mended itself, no other one is written', async ({ page, world }) => {
  await fillQueue(world, 1)
  await world.sql(`
    update knowledge_gaps set kind = 'feedback', query = null, material_id = (select min(id) from materials)`)
  await signIn(page, 'editor', '/desk/kb/gaps')
  const told = page.getByRole('listitem').filter({ hasText: 'Не помог материал' })
  await expect(told.getByRole('link', { name: 'Исправить этот материал' })).toHaveAttribute(
    'href',
    /\/kb\/\d+$/,
  )
  await expect(told.getByRole('button', { name: 'Написать материал' })).toHaveCount(0)
})

test('a line says how many comments it does not show', async ({ page, world }) => {
  await fillQueue(world, 1)
  await world.sql(`
    with told as (
      insert into people (business_id, first_name)
      select business_id, 'Голос' from knowledge_gaps, generate_series(1, 12) returning id
    )
    insert into knowledge_gap_voices (gap_id, person_id, text)
    select g.id, told.id, 'не хватило слов' from knowledge_gaps g, told`)
  await signIn(page, 'editor', '/desk/kb/gaps')
  await expect(page.getByText('не хватило слов')).toHaveCount(10)
  await expect(page.getByText('и ещё 2 отзыва')).toBeVisible()
})
