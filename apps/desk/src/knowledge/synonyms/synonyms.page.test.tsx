// @vitest-environment happy-dom

import { getSynonyms, getThesaurus, setSynonyms, switchThesaurus } from '@podmoga/contract/desk/knowledge'
import { refusalText } from '@podmoga/contract/refusals'
import { beforeEach, expect, test } from 'vitest'
import {
  buttons,
  eventually,
  field,
  fill,
  openScreen,
  press,
  reload,
  says,
  saysNo,
  tick,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import { SynonymsPage } from './synonyms.page.tsx'

const wire = wireOfEach()
/** The server's list; `overwrite` simulates another editor. */
let kept: { groups: string[][]; revision: string }
const overwrite = (...groups: string[][]) => {
  kept = { groups, revision: String(Number(kept.revision) + 1) }
}
let off: string[]
beforeEach(() => {
  localStorage.clear()
  kept = {
    groups: [
      ['айко', 'iiko'],
      ['пейми', 'payme'],
    ],
    revision: '1',
  }
  off = []
  wire.answer(getSynonyms, () => kept)
  wire.answer(getThesaurus, () => ({
    groups: [
      { id: 'касса', area: 'Оплата', words: ['касса', 'терминал'], means: [] },
      { id: 'чек', area: 'Оплата', words: ['чек', 'квитанция'], means: [] },
    ],
    off,
  }))
  wire.answer(switchThesaurus, ({ body }) => {
    const { group, on } = JSON.parse(String(body))
    off = on ? off.filter((one) => one !== group) : [...off, group]
    return { ok: true }
  })
})
/** Makes the server accept saves. */
const saves = () => {
  wire.answer(setSynonyms, ({ body }) => {
    const { groups } = JSON.parse(String(body))
    overwrite(...groups)
    return { ok: true, revision: kept.revision }
  })
}
const STALE = { code: 'stale_draft' as const, error: refusalText('stale_draft') }

const groups = () =>
  [...document.querySelectorAll<HTMLInputElement>('input[type="text"], input:not([type])')].map(
    ({ value }) => value,
  )
const expectGroups = (...lines: string[]) => eventually(() => expect(groups()).toEqual(lines))
const news = () => [...document.querySelectorAll('[role="alert"] li')].map(({ textContent }) => textContent)

test('two editors at once: nothing is written over, nothing that was typed is lost', async () => {
  openScreen(wire, <SynonymsPage />)
  await fill('Группа 1', 'айко, iiko, iico')
  overwrite(['айко', 'iiko'], ['чек', 'квитанция'])
  wire.fail(setSynonyms, STALE)
  saves()
  await press('Сохранить')
  await says('Пока вы правили, синонимы изменил другой редактор')
  expect(news()).toEqual(['чек, квитанция', 'пейми, payme'])
  await expectGroups('айко, iiko, iico', 'чек, квитанция')
  await press('Сохранить')
  await says('Синонимы сохранены')
  expect(news()).toEqual([])
  expect(wire.bodies(setSynonyms).map(({ revision }) => revision)).toEqual(['1', '2'])
  expect(kept.groups).toEqual([
    ['айко', 'iiko', 'iico'],
    ['чек', 'квитанция'],
  ])
})

test('lines that were not saved are there again upon what another editor has made meanwhile, and may be given up', async () => {
  openScreen(wire, <SynonymsPage />)
  await press('Добавить группу')
  await fill('Группа 3', 'кофе, эспрессо')
  overwrite(...kept.groups, ['касса', 'терминал'])
  reload()
  await says('Возвращены строки, которые вы не сохранили.')
  await eventually(() => expect(news()).toEqual(['касса, терминал']))
  await expectGroups('айко, iiko', 'пейми, payme', 'кофе, эспрессо', 'касса, терминал')
  await press('Отменить мои правки')
  await expectGroups('айко, iiko', 'пейми, payme', 'касса, терминал')
  reload()
  await expectGroups('айко, iiko', 'пейми, payme', 'касса, терминал')
  await saysNo('Возвращены строки')
})

test('a group of one word is told by its line and not sent; what was saved is there on the next visit', async () => {
  openScreen(wire, <SynonymsPage />)
  saves()
  await press('Добавить группу')
  await fill('Группа 3', 'чебурашка')
  await press('Сохранить')
  await says('Нужно хотя бы два слова через запятую.')
  expect(wire.sent(setSynonyms)).toEqual([])
  await fill('Группа 3', 'чебурашка, крокодил')
  await saysNo('Нужно хотя бы два слова')
  await press('Сохранить')
  await says('Синонимы сохранены')
  await saysNo('Есть несохранённые изменения')
  reload()
  await expectGroups('айко, iiko', 'пейми, payme', 'чебурашка, крокодил')
  await saysNo('Возвращены строки')
  await press('Удалить группу 1')
  wire.fail(setSynonyms, 'lost')
  await press('Сохранить')
  await says('Не удалось сохранить')
  await expectGroups('пейми, payme', 'чебурашка, крокодил')
  expect(buttons('Отменить мои правки')).toEqual([])
})

test('words that come with the product are found, switched off, and still off on the next visit', async () => {
  openScreen(wire, <SynonymsPage />)
  await fill('Найти слово', 'касса')
  await saysNo('чек, квитанция')
  const shipped = () => field('касса, терминал') as Promise<HTMLInputElement>
  expect((await shipped()).checked).toBe(true)
  await tick('касса, терминал')
  await eventually(() => expect(wire.bodies(switchThesaurus)).toEqual([{ group: 'касса', on: false }]))
  reload()
  await eventually(async () => expect((await shipped()).checked).toBe(false))
  wire.fail(switchThesaurus, 'lost')
  await tick('касса, терминал')
  await says('Не удалось переключить группу')
  await eventually(async () => expect((await shipped()).checked).toBe(false))
})
