import { expect, expectAccessible, test } from '../lib/world.ts'

test('the look at accessibility sees what is wrong', async ({ page }) => {
  await page.goto('/intranet/')
  await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible()
  await expectAccessible(page)
  await page.evaluate(() => document.body.append(new Image()))
  await expect(expectAccessible(page)).rejects.toThrow('image-alt')
})
