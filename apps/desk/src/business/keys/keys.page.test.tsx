// @vitest-environment happy-dom
import { type ApiKey, addApiKey, listApiKeys, revokeApiKey } from '@podmoga/contract/desk/keys'
import { beforeEach, expect, test } from 'vitest'
import {
  buttons,
  eventually,
  field,
  fill,
  isAccessible,
  openScreen,
  press,
  says,
  saysNo,
  tick,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import { KeysPage } from './keys.page.tsx'

const KEY: ApiKey = {
  ...{ id: '4', name: 'Обмен с кадрами', prefix: 'podmoga_ab', scopes: ['manager'], person: 'Нодира' },
  ...{ created_at: '2026-11-20T10:00:00.000Z', expires_at: null, last_used_at: null, state: 'active' },
}
const wire = wireOfEach()
let keys: ApiKey[] = []
beforeEach(() => {
  keys = []
  wire.answer(listApiKeys, () => ({ keys }))
})
const open = () => openScreen(wire, <KeysPage />, '/admin/keys', ['admin'])

test('a key has a purpose and something it may do; it is shown once, and is there to be revoked', async () => {
  wire.answer(addApiKey, () => {
    keys = [KEY]
    return { id: KEY.id, key: 'podmoga_abcdef' }
  })
  open()
  await says('Ключей пока нет')
  await press('Новый ключ')
  await press('Создать ключ')
  await says('Выберите хотя бы одно')
  await isAccessible()
  // Nobody lends what they may not do themselves.
  await saysNo('Отвечать на тикеты, как агент')
  await tick('Вести сотрудников')
  await saysNo('Выберите хотя бы одно')
  await press('Создать ключ')
  await says('Обязательное поле')
  expect(wire.sent(addApiKey)).toEqual([])
  await fill('Для чего ключ', 'Обмен с кадрами')
  wire.fail(addApiKey, 'lost')
  await press('Создать ключ')
  await says('Нет связи с сервером')
  expect((await field('Для чего ключ')).value).toBe('Обмен с кадрами')
  await press('Создать ключ')
  await says('podmoga_abcdef')
  await isAccessible()
  await press('Я сохранил ключ')
  await says('ещё не использован')
  await saysNo('podmoga_abcdef')
  expect(wire.bodies(addApiKey)[1]).toEqual({ name: 'Обмен с кадрами', scopes: ['manager'], days: 90 })
})

test('a key says when it was used; revoked, it says so and is revoked no more', async () => {
  keys = [{ ...KEY, last_used_at: '2026-11-21T10:00:00.000Z' }]
  wire.answer(revokeApiKey, () => {
    keys = [{ ...KEY, state: 'revoked' }]
    return { ok: true }
  })
  open()
  await says('· использован')
  await isAccessible()
  await press('Отозвать')
  await says('Отозвать ключ «Обмен с кадрами»?')
  const sure = await eventually(() => {
    const found = buttons('Отозвать').find((one) => one.closest('[role="dialog"]') !== null)
    if (found === undefined) throw new Error('no question')
    return found
  })
  sure.click()
  await says('Отозван')
  await eventually(() => expect(buttons('Отозвать')).toEqual([]))
})
