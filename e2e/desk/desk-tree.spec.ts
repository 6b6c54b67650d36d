import type { Locator, Page } from '@playwright/test'
import { getTree } from '@podmoga/contract/desk/knowledge'
import { expect, signIn, test, type World } from '../lib/world.ts'

const tree = (page: Page) => page.getByRole('region', { name: 'Разделы и материалы' })
const group = (page: Page, name: string) => tree(page).getByRole('button', { name, exact: true })
const row = (page: Page, level: string, id: string) =>
  page.locator(`[data-level="${level}"][data-id="${id}"]`).locator('a, button').first()

/** Two sections of the demo base, each with its first subcategory. */
const shelves = async (world: World) => {
  const { sections } = await (await world.as('editor'))(getTree, {})
  const [one, two] = sections
  const [from, last] = [one?.subcategories[0], one?.subcategories.at(-1)]
  if (one === undefined || two === undefined || from === undefined || last === undefined)
    throw new Error('the demo base is too small')
  return { one, two, from, last }
}

/** Rows that step into closed groups stay in sight, with the focus; the first section stands open then. */
const stepIntoGroups = async (page: Page, world: World) => {
  const { one, two, last } = await shelves(world)
  const material = last.materials.at(-1)
  const [into] = two.subcategories
  if (material === undefined || into === undefined) throw new Error('the demo base is too small')
  await group(page, one.name).click()
  await group(page, last.name).click()
  await row(page, 'material', material.id).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(row(page, 'material', material.id)).toBeFocused()
  await expect(group(page, two.name)).toHaveAttribute('aria-expanded', 'true')
  await expect(group(page, into.name)).toHaveAttribute('aria-expanded', 'true')

  await group(page, last.name).click()
  await row(page, 'material', material.id).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(row(page, 'material', material.id)).toBeFocused()
  await expect(group(page, last.name)).toHaveAttribute('aria-expanded', 'true')

  await group(page, two.name).click()
  await row(page, 'subcategory', last.id).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(row(page, 'subcategory', last.id)).toBeFocused()
  await expect(group(page, two.name)).toHaveAttribute('aria-expanded', 'true')
}

/** The smallest side of the smallest of these. */
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

const expectWideButtons = async (page: Page) =>
  expect(await smallest(page.getByRole('toolbar').getByRole('button'))).toBeGreaterThanOrEqual(44)

const openMaterial = async (page: Page, id: string | undefined) => {
  await page.goto(`/desk/kb/${id}`)
  await expect(page.getByRole('textbox', { name: 'Текст материала' })).toBeVisible()
}

test('a row that steps into a closed group stays in sight; rows and buttons are wide enough for a finger below 1024', async ({
  page,
  world,
}) => {
  const { from } = await shelves(world)
  await signIn(page, 'editor', '/desk/kb')
  await stepIntoGroups(page, world)
  await group(page, from.name).click()
  const widths = [390, 1023]
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectWideRows(page)
  }
  await openMaterial(page, from.materials[0]?.id)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectWideButtons(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
})

test.describe('a wide screen that is touched', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 1280, height: 800 } })
  test('gives a finger its room too', async ({ page, world }) => {
    const { one, from } = await shelves(world)
    await signIn(page, 'editor', '/desk/kb')
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
    await group(page, one.name).click()
    await group(page, from.name).click()
    await expectWideRows(page)
    await openMaterial(page, from.materials[0]?.id)
    await expectWideButtons(page)
  })
})
