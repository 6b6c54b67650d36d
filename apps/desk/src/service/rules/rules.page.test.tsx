// @vitest-environment happy-dom

import { getRules, type Rule, setRules, tryRule } from '@podmoga/contract/desk/rules'
import { refusalText } from '@podmoga/contract/refusals'
import { beforeEach, expect, test } from 'vitest'
import {
  button,
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
import { RulesPage } from './rules.page.tsx'

const NONE = {
  ...{ rules: [] as (Rule & { id: string | null })[], agents: [], groups: [], restaurants: [], canned: [] },
  ...{ broken: [], firings: [], version: '0' },
}
const FIRING = {
  ...{ rule_id: '4', name: 'Терминал', ticket_id: '7', number: 1007, at: '2026-11-20T10:00:00.000Z' },
  ...{ fate: 'done' as const, has_answered: true },
}
const RULE: Rule = {
  ...{ id: '4', name: 'Терминал', is_on: true, when: 'created', minutes: null },
  conditions: {
    ...{ words: ['терминал'], restaurant_ids: [], restaurant_groups: [], categories: [], priorities: [] },
    ...{ tags: [], score: null },
  },
  acts: {
    ...{ assignee: null, group: null, tags: ['сеть'], priority: null, note: null, tell_ids: [] },
    text: 'Проверьте кабель',
  },
}

const wire = wireOfEach()
let kept = NONE
beforeEach(() => {
  kept = NONE
  wire.answer(getRules, () => kept)
  wire.answer(setRules, ({ body }) => {
    const { rules } = JSON.parse(String(body)) as { rules: Rule[] }
    kept = {
      ...NONE,
      rules: rules.map((rule, at) => ({ ...rule, id: rule.id ?? String(at + 4) })),
      version: '1',
    }
    return kept
  })
})
const legends = () => [...document.querySelectorAll('legend')].map(({ textContent }) => textContent)

test('a rule that does nothing is not kept; tried on what was, it names the tickets; switched on, it is kept', async () => {
  openScreen(wire, <RulesPage />)
  await says('Правил нет: само ничего не делается.')
  expect(buttons('Сохранить')).toEqual([])
  await says('Ни одно правило ещё не сработало.')
  await press('Добавить правило')
  await fill('Название', 'Терминал')
  await fill('В сообщении есть слово', 'терминал')
  await press('Сохранить')
  await says('Выберите хотя бы одно действие')
  expect(wire.sent(setRules)).toEqual([])
  await fill('Добавить метки', 'сеть')
  await fill('Ответ клиенту', 'Проверьте кабель')
  await saysNo('Выберите хотя бы одно действие')
  wire.answer(tryRule, { total: 100, tickets: [{ id: '6', number: 1006, times: 1 }] })
  await press('Проверить на последних тикетах')
  await says('Сработало бы на 1 из последних 100 тикетов:')
  const found = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === '№1006')
  expect(found?.getAttribute('href')).toBe('/tickets/6')
  await tick('Включено')
  await press('Сохранить')
  await says('Сохранено')
  expect(wire.bodies(tryRule)).toEqual([{ rule: { ...RULE, id: null, is_on: false } }])
  expect(wire.bodies(setRules)).toEqual([{ rules: [{ ...RULE, id: null }], version: '0' }])
  expect((await field('Добавить метки')).value).toBe('сеть')
})

test('what rules did is read with its ticket; what they name and is gone is said; they are put in another order', async () => {
  kept = {
    ...NONE,
    rules: [RULE, { ...RULE, id: '5', name: 'Касса' }],
    firings: [FIRING],
    broken: [{ id: '5', what: ['метка «сеть»'] }],
  } as typeof NONE
  openScreen(wire, <RulesPage />)
  await says('«Терминал» · №1007 · сделано, ответило клиенту')
  await says('Не работает, этого больше нет: метка «сеть»')
  expect((await button('Поднять «Терминал»')).disabled).toBe(true)
  expect((await button('Опустить «Касса»')).disabled).toBe(true)
  await press('Поднять «Касса»')
  await eventually(() => expect(legends()).toEqual(['Касса', 'Терминал']))
  await press('Убрать правило «Терминал»')
  await press('Сохранить')
  await says('Сохранено')
  expect(wire.bodies(setRules)[0].rules.map(({ id }: Rule) => id)).toEqual(['5'])
})

test('what is not saved is there again for whoever comes back, until it is given up', async () => {
  kept = { ...NONE, rules: [{ ...RULE, id: '4' }] }
  openScreen(wire, <RulesPage />)
  await fill('Ответ клиенту', 'Перезагрузите терминал')
  await press('Добавить правило')
  await eventually(() => expect(legends()).toEqual(['Терминал', 'Новое правило']))
  reload()
  await says('Правки не сохранены')
  expect(legends()).toEqual(['Терминал', 'Новое правило'])
  await press('Убрать правило «Новое правило»')
  expect((await field('Ответ клиенту')).value).toBe('Перезагрузите терминал')
  await press('Отменить правки')
  await saysNo('Правки не сохранены')
  expect((await field('Ответ клиенту')).value).toBe('Проверьте кабель')
  reload()
  await says('Сохранить')
  await saysNo('Правки не сохранены')
})

test('of two admins the second keeps what they typed beside what the first has saved, and saves over that', async () => {
  kept = {
    ...NONE,
    rules: [
      { ...RULE, id: '4' },
      { ...RULE, id: '5', name: 'Касса' },
    ],
  }
  openScreen(wire, <RulesPage />)
  await eventually(() => expect(legends()).toEqual(['Терминал', 'Касса']))
  await press('Убрать правило «Касса»')
  await fill('Ответ клиенту', 'Перезагрузите терминал')
  const theirs = { ...RULE, id: '6', name: 'Возврат' }
  kept = { ...kept, rules: [{ ...RULE, id: '4' }, { ...RULE, id: '5', name: 'Касса' }, theirs], version: '3' }
  wire.fail(setRules, { code: 'changed_meanwhile', error: refusalText('changed_meanwhile') })
  await press('Сохранить')
  await says(refusalText('changed_meanwhile'))
  await says('«Возврат»: добавлено')
  expect(legends()).toEqual(['Терминал', 'Возврат'])
  await press('Сохранить')
  await says('Сохранено')
  const saved = wire.bodies(setRules).at(-1)
  expect(saved.version).toBe('3')
  expect(saved.rules.map(({ id, acts }: { id: string; acts: { text: string } }) => [id, acts.text])).toEqual([
    ['4', 'Перезагрузите терминал'],
    ['6', 'Проверьте кабель'],
  ])
})

test('a save whose answer was lost, or that another tab has made, is saved by the next press and makes no second rule', async () => {
  openScreen(wire, <RulesPage />)
  await press('Добавить правило')
  await fill('Добавить метки', 'сеть')
  wire.fail(setRules, 'lost', { code: 'changed_meanwhile', error: refusalText('changed_meanwhile') })
  await press('Сохранить')
  await says('Нет связи с сервером')
  const [sent] = wire.bodies(setRules)
  kept = { ...NONE, rules: [{ ...sent.rules[0], id: '4' }], version: '1' }
  await press('Сохранить')
  await says('Сохранено')
  expect(legends()).toEqual(['Новое правило'])
  await saysNo('Правки не сохранены')
  await saysNo(refusalText('changed_meanwhile'))
})

test('a rule on several priorities, as another program may have made it, stays one', async () => {
  const conditions = { ...RULE.conditions, priorities: ['high' as const, 'urgent' as const] }
  kept = { ...NONE, rules: [{ ...RULE, id: '4', conditions }] }
  openScreen(wire, <RulesPage />)
  await says('Срочность: 2')
  await fill('Название', 'Срочное')
  await press('Сохранить')
  await says('Сохранено')
  expect(wire.bodies(setRules)[0].rules[0].conditions.priorities).toEqual(['high', 'urgent'])
})

test('what is wrong is seen wherever it is: in a list’s second word, behind a closed line, in what is gone', async () => {
  const gone = { ...RULE, acts: { ...RULE.acts, assignee: '9', note: 'Смотрите', tell_ids: ['9'] } }
  const agents = [{ id: '8', name: 'Малика' }]
  kept = { ...NONE, rules: [{ ...gone, id: '4' }], agents } as unknown as typeof NONE
  openScreen(wire, <RulesPage />)
  await fill('Добавить метки', `сеть, ${'м'.repeat(200)}`)
  await press('Сохранить')
  await eventually(async () =>
    expect((await field('Добавить метки')).getAttribute('aria-invalid')).toBe('true'),
  )
  await fill('Добавить метки', 'сеть')

  const error = 'Этого больше нет: выберите другое или выключите правило'
  wire.fail(setRules, { code: 'invalid', error, fields: { 'rules 0 acts tell_ids': error } })
  await press('Сохранить')
  await says(error)
  await eventually(() => expect(document.querySelectorAll('details[open]')).toHaveLength(1))
  await tick('Больше нет: 1')
  await says('Позвать в заметке: никого')
  // An assignee who no longer exists is shown as not chosen; «Не менять» must be chosen explicitly.
  const assignee = (await field('Исполнитель')) as HTMLSelectElement
  expect(assignee.selectedOptions[0]?.textContent).toBe('Выберите…')
  await fill('Исполнитель', 'none')
  await press('Сохранить')
  await says('Сохранено')
  expect(wire.bodies(setRules).at(-1).rules[0].acts).toMatchObject({ assignee: null, tell_ids: [] })
})
