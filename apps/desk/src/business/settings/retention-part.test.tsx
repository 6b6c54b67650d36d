// @vitest-environment happy-dom
import { countRetention, getRetention, setRetention } from '@podmoga/contract/desk/retention'
import { expect, test } from 'vitest'
import { fill, isAccessible, openScreen, press, says, saysNo, wireOfEach } from '../../lib/screen.testing.tsx'
import { RetentionPart } from './retention-part.tsx'

const wire = wireOfEach()

test('nothing is deleted before its count was shown, and the shown term is the one saved', async () => {
  wire.answer(getRetention, { keep_tickets_months: null, keep_files_months: null })
  wire.answer(countRetention, { tickets: 3, files: 2, bytes: 2048 })
  wire.answer(setRetention, { keep_tickets_months: 12, keep_files_months: null })
  openScreen(wire, <RetentionPart />, '/admin/settings', ['admin'])
  await fill('Закрытые тикеты, месяцев', '12')
  await press('Посчитать и сохранить')
  await says('Сейчас удалится: 3 тикета, 2 файла')
  await isAccessible()
  expect(wire.sent(setRetention)).toEqual([])
  await press('Отмена')
  await saysNo('Удалять старое?')
  wire.answer(countRetention, { tickets: 0, files: 0, bytes: 0 })
  await press('Посчитать и сохранить')
  await says('Сейчас под эти сроки не попадает ничего.')
  await press('Сохранить')
  await says('Сохранено')
  expect(wire.bodies(setRetention)).toEqual([{ keep_tickets_months: 12, keep_files_months: null }])
})
