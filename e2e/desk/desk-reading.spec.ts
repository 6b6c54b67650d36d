import { listMaterials } from '@podmoga/contract/knowledge'
import { walkTo } from '../lib/walk-to.ts'
import { expect, expectAccessible, forgetPerson, inBothThemes, signIn, test } from '../lib/world.ts'

test('an agent finds a material, reads it, and copies a link that staff can open', async ({
  page,
  world,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const [material] = await (await world.as('aziza', '1'))(listMaterials, {})
  if (material === undefined) throw new Error('the demo base has no frequent questions')
  await signIn(page, 'agent', '/desk/')
  await page.getByRole('link', { name: 'База знаний' }).click()
  await expect(page).toHaveURL(/\/desk\/kb\/read$/)
  const materials = page.getByRole('region', { name: 'Материалы' })
  await expect(materials.getByText(material.section_name ?? '', { exact: true })).toBeVisible()
  await materials.getByRole('combobox', { name: /^Ресторан/ }).selectOption('1')
  await inBothThemes(page, () => expectAccessible(page))
  await materials.getByRole('searchbox').fill(material.title)
  await materials.getByRole('link', { name: material.title, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: material.title })).toBeVisible()
  await page.getByRole('button', { name: 'Скопировать ссылку' }).click()
  await expect(page.getByText('Ссылка скопирована')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toBe(
    `${world.url.replace(/\/$/, '')}/1/section/${material.section}/material/${material.id}?subcategory=${material.subcategory}`,
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await inBothThemes(page, () => expectAccessible(page))
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  // An editor's address redirects an agent to the reading page of the material.
  await walkTo(page, `/desk/kb/${material.id}`)
  await expect(page).toHaveURL(new RegExp(`/desk/kb/read/${material.id}$`))
  await expect(page.getByRole('heading', { level: 1, name: material.title })).toBeVisible()

  // As staff, in a browser without a session.
  await forgetPerson(page)
  await signIn(page, 'aziza', new URL(link).pathname)
  await expect(page.getByRole('heading', { level: 1, name: material.title })).toBeVisible()
})
