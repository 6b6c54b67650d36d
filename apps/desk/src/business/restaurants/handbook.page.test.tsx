// @vitest-environment happy-dom
import { getHandbook, type HandbookTopic, setHandbook } from '@podmoga/contract/desk/admin'
import { Refusal } from '@podmoga/contract/refusals'
import { expect, test } from 'vitest'
import {
  eventually,
  field,
  fill,
  openScreen,
  press,
  reload,
  says,
  saysNo,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import { HandbookPage } from './handbook.page.tsx'

const wire = wireOfEach()
const topic = (key: string, name: string): HandbookTopic => ({ kind: 'module', key, name, archived: false })
const FIRST = 'Название, строка 1'

test('a line that is not saved is there again for whoever comes back, beside what came meanwhile', async () => {
  let topics = [topic('till', 'Касса')]
  wire.answer(getHandbook, () => ({ topics, revision: String(topics.length) }))
  openScreen(wire, <HandbookPage />)
  await fill(FIRST, 'Касса и смены')
  await says('Правки не сохранены')
  topics = [...topics, topic('stock', 'Склад')]
  reload()
  await says('Список изменил другой администратор')
  expect((await field(FIRST)).value).toBe('Касса и смены')
  expect((await field('Название, строка 2')).value).toBe('Склад')
  await press('Отменить правки: Модули')
  await saysNo('Правки не сохранены')
  expect((await field(FIRST)).value).toBe('Касса')
})

test('of two admins at one list the second is given what the first has saved, and neither loses a line', async () => {
  let kept = [topic('till', 'Касса'), topic('menu', 'Меню')]
  let revision = 'r1'
  wire.answer(getHandbook, () => ({ topics: kept, revision }))
  wire.answer(setHandbook, ({ body }) => {
    const asked = JSON.parse(String(body))
    if (asked.revision !== revision)
      throw new Refusal({ code: 'stale_draft', message: 'Список уже изменил кто-то другой.' })
    kept = asked.topics.map(({ key, name }: HandbookTopic) => topic(key, name))
    revision = 'r3'
    return { topics: kept, revision }
  })
  openScreen(wire, <HandbookPage />)
  const modules = () => document.querySelector('section')
  await eventually(() => expect(modules()?.querySelectorAll('input')).toHaveLength(2))
  await fill(FIRST, 'Касса и смены')
  kept = [topic('till', 'Касса'), topic('menu', 'Меню и цены'), topic('stock', 'Склад')]
  revision = 'r2'
  const save = () => {
    const buttons = [...(modules()?.querySelectorAll('button') ?? [])]
    buttons.find(({ textContent }) => textContent === 'Сохранить')?.click()
  }
  save()
  await says('Список изменил другой администратор')
  await saysNo('Список уже изменил')
  expect((await field(FIRST)).value).toBe('Касса и смены')
  expect((await field('Название, строка 2')).value).toBe('Меню и цены')
  expect((await field('Название, строка 3')).value).toBe('Склад')
  await eventually(() => expect(modules()?.querySelector('[aria-busy="true"]')).toBe(null))
  save()
  await says('Сохранено')
  expect(kept.map(({ name }) => name)).toEqual(['Касса и смены', 'Меню и цены', 'Склад'])
  await saysNo('Список изменил другой администратор')
})
