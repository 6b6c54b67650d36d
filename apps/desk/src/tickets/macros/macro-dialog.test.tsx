// @vitest-environment happy-dom
import { deleteCanned, listCanned } from '@podmoga/contract/desk/canned'
import {
  addMacro,
  deleteMacro,
  editMacro,
  getMacroRun,
  listMacros,
  type MacroRun,
  runMacro,
  undoMacroRun,
} from '@podmoga/contract/desk/macros'
import { listAgents } from '@podmoga/contract/desk/work'
import { refusalText } from '@podmoga/contract/refusals'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  buttons,
  closeScreen,
  eventually,
  field,
  fill,
  openScreen,
  press,
  says,
  saysNo,
  tick,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import { CannedDialog } from '../composer/canned-dialog.tsx'
import { MacroDialog } from './macro-dialog.tsx'

const ACTS = { text: '{имя}, деньги вернутся завтра', tags: [], priority: null, assignee: null, close: true }
const KEPT = { id: '4', name: 'Вернули деньги', acts: ACTS, version: 1 }
const RUN: MacroRun = {
  ...{ id: '9', name: KEPT.name, state: 'waiting', due_at: '2026-11-27T10:00:05.000Z' },
  ...{ total: 1, results: [] },
}
const onClose = vi.fn()

const wire = wireOfEach()
beforeEach(() => {
  onClose.mockClear()
  wire.answer(listAgents, { agents: [] })
  wire.answer(listCanned, { results: [] })
  wire.answer(runMacro, RUN)
})
const open = () => openScreen(wire, <MacroDialog call={wire.call} tickets={['5']} onClose={onClose} />)

test('a macro that does nothing is not kept; what it does is said, and it is there to be run', async () => {
  let kept: (typeof KEPT)[] = []
  wire.answer(listMacros, () => ({ results: kept }))
  wire.answer(addMacro, () => {
    kept = [KEPT]
    return KEPT
  })
  open()
  await says('Макросов пока нет')
  await press('Новый макрос')
  await fill('Название', KEPT.name)
  await press('Сохранить макрос')
  await says('Выберите хотя бы одно действие')
  expect(wire.sent(addMacro)).toEqual([])
  await fill('Ответ клиенту', ACTS.text)
  await tick('Закрыть тикет')
  await press('Сохранить макрос')
  await says('ответит · закроет')
  expect(wire.bodies(addMacro)).toEqual([{ name: KEPT.name, acts: ACTS }])
  expect(buttons('Выполнить «Вернули деньги»')).toHaveLength(1)
})

test('what has not begun is taken back whole; what has is followed to its end, and says what it could not do', async () => {
  wire.answer(listMacros, { results: [KEPT] })
  let state: MacroRun = RUN
  wire.answer(getMacroRun, () => state)
  wire.answer(undoMacroRun, () => {
    state = { ...RUN, state: 'undone' }
    return state
  })
  open()
  await press('Выполнить «Вернули деньги»')
  await says('«Вернули деньги» начнётся через пять секунд, тикетов: 1')
  await press('Отменить')
  await says('Отменено, ничего не изменилось')
  await press('Готово')
  expect(onClose).toHaveBeenCalledOnce()
  expect(wire.bodies(runMacro)).toEqual([{ tickets: ['5'], seen: {} }])
})

test('a run is followed to its end, and what it could not do is said', async () => {
  wire.answer(listMacros, { results: [KEPT] })
  let state: MacroRun = { ...RUN, total: 2 }
  wire.answer(runMacro, state)
  wire.answer(getMacroRun, () => state)
  open()
  wire.fail(runMacro, 'lost')
  await press('Выполнить «Вернули деньги»')
  await says('Нет связи с сервером')
  await press('Выполнить «Вернули деньги»')
  await says('начнётся через пять секунд')
  // The response to the first may have been lost: the second request has the same idempotency key.
  const keys = wire.sent(runMacro).map(({ headers }) => headers['Idempotency-Key'])
  expect(keys[0]).toBeDefined()
  expect(keys[1]).toBe(keys[0])
  state = {
    ...state,
    state: 'done',
    results: [
      { id: '5', number: 5, fate: 'done' },
      { id: '6', number: 6, fate: 'unseen_message' },
    ],
  }
  await says('Сделано: 1')
  await says('Не вышло: 1')
  await says('№6:')
  await saysNo('начнётся')
  await eventually(() => expect(buttons('Отменить')).toEqual([]))
})

test('a macro or a template is deleted after confirmation, without undo', async () => {
  let macros = [KEPT]
  wire.answer(listMacros, () => ({ results: macros }))
  wire.answer(deleteMacro, () => {
    macros = []
    return { ok: true }
  })
  open()
  await press('Удалить «Вернули деньги»')
  await says('Макрос пропадёт у всех агентов')
  await press('Отмена')
  await says('ответит · закроет')
  expect(wire.sent(deleteMacro)).toEqual([])
  await press('Удалить «Вернули деньги»')
  await press('Удалить')
  await says('Макросов пока нет')

  closeScreen()
  const canned = {
    id: '4',
    title: 'Лента',
    text: 'Замените',
    is_shared: true,
    is_own: true,
    uses: 0,
    files: [],
  }
  wire.answer(listCanned, { results: [canned] })
  wire.answer(deleteCanned, { ok: true })
  openScreen(wire, <CannedDialog call={wire.call} onPick={onClose} onClose={onClose} />)
  await press('Удалить «Лента»')
  await says('Шаблон пропадёт у всех агентов')
  expect(wire.sent(deleteCanned)).toEqual([])
  wire.answer(listCanned, { results: [] })
  await press('Удалить')
  await says('Шаблонов пока нет')
})

test('a concurrent change of a macro is reported once, then overwritten; a deleted one is added again', async () => {
  wire.answer(listMacros, { results: [KEPT] })
  wire.answer(editMacro, { ...KEPT, version: 3 })
  open()
  await press('Изменить «Вернули деньги»')
  await fill('Ответ клиенту', 'Моё')
  await fill('Добавить метки, через запятую', `касса, ${'м'.repeat(200)}`)
  await press('Сохранить макрос')
  const tags = await field('Добавить метки, через запятую')
  await eventually(() => expect(tags.getAttribute('aria-invalid')).toBe('true'))
  await fill('Добавить метки, через запятую', '')
  wire.answer(listMacros, { results: [{ ...KEPT, version: 2 }] })
  wire.fail(editMacro, { code: 'changed_meanwhile', error: refusalText('changed_meanwhile') })
  await press('Сохранить макрос')
  await says('макрос изменил кто-то другой')
  await press('Сохранить макрос')
  await says('ответит · закроет')
  expect(wire.bodies(editMacro).map(({ version, acts }) => [version, acts.text])).toEqual([
    [1, 'Моё'],
    [2, 'Моё'],
  ])

  await press('Изменить «Вернули деньги»')
  await fill('Ответ клиенту', 'Снова моё')
  wire.fail(editMacro, { code: 'not_found', error: refusalText('not_found') })
  wire.answer(listMacros, { results: [] })
  wire.answer(addMacro, KEPT)
  await press('Сохранить макрос')
  await says('макрос удалил кто-то другой')
  await press('Сохранить макрос')
  await eventually(() => expect(wire.bodies(addMacro)).toMatchObject([{ acts: { text: 'Снова моё' } }]))
})
