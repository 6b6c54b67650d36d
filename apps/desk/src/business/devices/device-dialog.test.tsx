// @vitest-environment happy-dom
import { changeDevice, type DeskDevice } from '@podmoga/contract/desk/devices'
import { expect, test, vi } from 'vitest'
import { eventually, fill, openScreen, press, says, wireOfEach } from '../../lib/screen.testing.tsx'
import { DeviceDialog } from './device-dialog.tsx'

const wire = wireOfEach()
const DEVICE: DeskDevice = {
  ...{ id: '5', name: 'Касса', kind: 'till', kind_name: 'Касса', model: '', serial: '', place: '' },
  ...{ photo: null, restaurant: { id: '4', name: 'Самса' }, archived_at: null, tickets: 0 },
}

test('a concurrent change is reported, and only the second press overwrites it', async () => {
  const onClose = vi.fn()
  wire.answer(changeDevice, { ok: true })
  wire.fail(changeDevice, { code: 'changed_meanwhile', error: 'Это изменил другой человек: Дилноза.' })
  openScreen(wire, <DeviceDialog device={DEVICE} restaurants={[]} restaurant="4" onClose={onClose} />)
  await fill('Название', 'Касса у входа')
  await press('Сохранить')
  await says('Это изменил другой человек: Дилноза. «Сохранить» запишет ваше поверх')
  expect(onClose).not.toHaveBeenCalled()
  await press('Сохранить')
  await eventually(() => expect(onClose).toHaveBeenCalled())
  const facts = { restaurant_id: '4', kind: 'till', model: '', serial: '', place: '' }
  expect(wire.bodies(changeDevice)).toEqual([
    { ...facts, name: 'Касса у входа', was: { ...facts, name: 'Касса' }, over: false },
    { ...facts, name: 'Касса у входа', was: { ...facts, name: 'Касса' }, over: true },
  ])
})
