// @vitest-environment happy-dom
import { type ApiKey, addApiKey, listApiKeys, revokeApiKey } from '@podmoga/contract/desk/keys'
import { closeToasts } from '@podmoga/ui/toast/toasts'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  buttons,
  eventually,
  field,
  fill,
  isAccessible,
  openScreen,
  press,
  reload,
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
  // Only scopes that the person has themselves are offered.
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
  const [lost, again] = wire.sent(addApiKey).map(({ headers }) => headers['Idempotency-Key'])
  expect(again).toBe(lost)
  expect(wire.bodies(addApiKey)[1]).toEqual({ name: 'Обмен с кадрами', scopes: ['manager'], days: 90 })
})

test('a key that was neither copied nor put away is not lost by a press: the browser asks, ✕ asks, it is there on coming back', async () => {
  wire.answer(addApiKey, { id: KEY.id, key: 'podmoga_abcdef' })
  const asksToLeave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  open()
  await press('Новый ключ')
  await fill('Для чего ключ', 'Обмен с кадрами')
  await tick('Вести сотрудников')
  await press('Создать ключ')
  await says('podmoga_abcdef')
  expect(asksToLeave()).toBe(true)
  await press('Закрыть')
  await says('Закрыть, не скопировав ключ?')
  await press('Вернуться')
  await saysNo('Закрыть, не скопировав ключ?')
  // The person left the page and came back without a reload.
  reload()
  await says('podmoga_abcdef')
  for (const store of [localStorage, sessionStorage]) expect(JSON.stringify(store)).not.toContain('abcdef')
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('no'))
  await press('Скопировать ключ')
  await eventually(() => expect(write).toHaveBeenCalledOnce())
  expect(asksToLeave()).toBe(true)
  write.mockResolvedValueOnce()
  await press('Скопировать ключ')
  await says('Ключ скопирован')
  await eventually(() => expect(asksToLeave()).toBe(false))
  // When copying failed, the key was shown in a toast.
  closeToasts()
  await press('Закрыть')
  await saysNo('podmoga_abcdef')
  reload()
  await says('Новый ключ')
  await saysNo('podmoga_abcdef')
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
