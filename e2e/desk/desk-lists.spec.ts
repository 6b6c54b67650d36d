import type { Page } from '@playwright/test'
import { getSynonyms, getTree, setFaq, setSynonyms } from '@podmoga/contract/desk/knowledge'
import { expect, expectAccessible, inBothThemes, signIn, test, type World } from '../lib/world.ts'

const groups = (page: Page) => page.getByRole('textbox', { name: /^Группа/ })
const news = (page: Page) => page.getByRole('alert').filter({ hasText: 'Отменить мои правки' })
const save = (page: Page) => page.getByRole('button', { name: 'Сохранить' }).click()

/** Another editor's list instead of the one that is there. */
const overwrite = async (world: World, change: (now: string[][]) => string[][]) => {
  const call = await world.as('editor')
  const { groups: now, revision } = await call(getSynonyms, {})
  await call(setSynonyms, { body: { groups: change(now), revision } })
}
const kept = async (world: World) =>
  (await (await world.as('editor'))(getSynonyms, {})).groups.map((words) => words.join(', '))

/** On a page of two groups: lines that were not saved are there again after a link, and may be given up. */
const leaveAndGiveUp = async (page: Page, world: World) => {
  await page.getByRole('button', { name: 'Добавить группу' }).click()
  await groups(page).last().fill('пейми, payme')
  await page.getByRole('link', { name: 'Чего не нашли' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Чего не нашли' })).toBeVisible()
  await overwrite(world, (now) => [...now, ['касса', 'терминал']])
  await page.getByRole('link', { name: 'Синонимы' }).click()
  await expect(page.getByText('Возвращены строки, которые вы не сохранили.')).toBeVisible()
  await expect(news(page).getByRole('listitem')).toHaveText(['касса, терминал'])
  await expect(groups(page)).toHaveCount(4)
  await expect(groups(page).nth(2)).toHaveValue('пейми, payme')

  await news(page).getByRole('button', { name: 'Отменить мои правки' }).click()
  await expect(groups(page)).toHaveCount(3)
  await expect(groups(page).last()).toHaveValue('касса, терминал')
  await page.reload()
  await expect(groups(page)).toHaveCount(3)
  await expect(news(page)).toHaveCount(0)
}

/** A frequent question is not put into a list that somebody else has changed meanwhile. */
const moveFaq = async (page: Page, world: World) => {
  const call = await world.as('editor')
  const list = async () => {
    const { sections } = await call(getTree, {})
    return sections
      .flatMap(({ subcategories }) => subcategories.flatMap(({ materials }) => materials))
      .filter(({ faq_position }) => faq_position !== null)
      .sort((a, b) => (a.faq_position ?? 0) - (b.faq_position ?? 0))
      .map(({ id }) => id)
  }
  const seen = await list()
  const [first = '', ...others] = seen
  await page.goto(`/desk/kb/${first}`)
  const place = page.getByRole('combobox', { name: 'Место среди частых вопросов' })
  await expect(place).toHaveValue('0')
  const theirs = [...others, first]
  await call(setFaq, { body: { materials: theirs, seen } })
  await place.selectOption('1')
  await expect(page.getByText(/Частые вопросы уже изменил другой редактор/)).toBeVisible()
  await expect(place).toHaveValue(String(others.length))
  expect(await list()).toEqual(theirs)
  await place.selectOption('0')
  await expect.poll(list).toEqual(seen)
}

test('two editors of the synonyms and of the frequent questions at once: nothing is written over, nothing typed is lost', async ({
  page,
  world,
}) => {
  await overwrite(world, () => [
    ['айко', 'iiko'],
    ['пейми', 'payme'],
  ])
  await signIn(page, 'editor', '/desk/kb/synonyms')
  await groups(page).first().fill('айко, iiko, iico')
  await overwrite(world, ([first = []]) => [first, ['чек', 'квитанция']])
  await save(page)
  await expect(news(page)).toContainText('Пока вы правили, синонимы изменил другой редактор')
  await expect(news(page).getByRole('listitem')).toHaveText(['чек, квитанция', 'пейми, payme'])
  expect(await kept(world)).toEqual(['айко, iiko', 'чек, квитанция'])
  await expect(groups(page)).toHaveCount(2)
  await expect(groups(page).first()).toHaveValue('айко, iiko, iico')
  await expect(groups(page).last()).toHaveValue('чек, квитанция')
  await inBothThemes(page, () => expectAccessible(page))

  await save(page)
  await expect(page.getByText('Синонимы сохранены')).toBeVisible()
  await expect(news(page)).toHaveCount(0)
  expect(await kept(world)).toEqual(['айко, iiko, iico', 'чек, квитанция'])

  await leaveAndGiveUp(page, world)
  await moveFaq(page, world)
})
