// @vitest-environment happy-dom
import * as calls from '@podmoga/contract/desk/material/exchange'
import { expect, test } from 'vitest'
import {
  attach,
  buttons,
  eventually,
  isAccessible,
  openScreen,
  press,
  says,
  saysNo,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import { ExchangePage } from './exchange.page.tsx'

const wire = wireOfEach()

const ONE: calls.KnowledgeImport = {
  id: '0b0e9d4e-1111-4222-8333-444455556666',
  file_name: 'база.zip',
  state: 'checked',
  problem: null,
  counts: { added: 2, changed: 1, same: 5 },
  is_reviewed: true,
  remarks: [
    { file: '', says: 'Второго редактора нет' },
    { file: 'касса/возврат.md', says: 'картинка img/a.png не читается' },
  ],
  remarks_total: 3,
}
const zip = () => new File(['PK'], 'база.zip', { type: 'application/zip' })

test('an archive is looked at, its remarks are read, and only then it comes in', async () => {
  let now: calls.KnowledgeImport = { ...ONE, state: 'checking', remarks: [], remarks_total: 0 }
  wire.answer(calls.checkKnowledgeImport, () => now)
  wire.answer(calls.getKnowledgeImport, () => now)
  wire.answer(calls.runKnowledgeImport, () => {
    now = { ...ONE, state: 'done' }
    return now
  })
  openScreen(wire, <ExchangePage />, '/kb/exchange', ['editor'])
  await attach('Архив базы знаний', zip())
  await eventually(() => expect(document.querySelector('[role=progressbar]')).not.toBeNull())
  now = ONE
  await says('3 замечания')
  await says('картинка img/a.png не читается')
  await says('Весь архив')
  await says('Показаны первые 2 из 3')
  await says('уйдут ему на проверку')
  await isAccessible()
  expect(wire.sent(calls.runKnowledgeImport)).toHaveLength(0)
  await press('Внести 3 материала')
  await says('Внесено')
  await eventually(() => expect(buttons('Внести 3 материала')).toEqual([]))
  expect(wire.sent(calls.runKnowledgeImport)).toHaveLength(1)
  await press('Другой архив')
  await saysNo('база.zip')
})

test('one that holds nothing new offers nothing to bring in', async () => {
  const at = `/kb/exchange?import=${ONE.id}`
  wire.answer(calls.getKnowledgeImport, { ...ONE, counts: { added: 0, changed: 0, same: 4 } })
  openScreen(wire, <ExchangePage />, at, ['editor'])
  await says('Вносить нечего')
  expect(buttons('Внести 0 материалов')).toEqual([])
})

test('a failed archive says why', async () => {
  wire.answer(calls.getKnowledgeImport, { ...ONE, state: 'failed', problem: 'Архив повреждён.' })
  openScreen(wire, <ExchangePage />, `/kb/exchange?import=${ONE.id}`, ['editor'])
  await says('Архив не внесён. Архив повреждён.')
  await isAccessible()
})

test('one that is no more may be uploaded anew', async () => {
  wire.fail(calls.getKnowledgeImport, { code: 'not_found', error: 'нет' })
  openScreen(wire, <ExchangePage />, `/kb/exchange?import=${ONE.id}`, ['editor'])
  await says('Этого импорта больше нет')
  await press('Другой архив')
  await says('Перетащите архив сюда')
})

test('an import that fails to load is not reported as gone', async () => {
  wire.fail(calls.getKnowledgeImport, { code: 'unavailable', error: 'Сервер занят.' })
  wire.answer(calls.getKnowledgeImport, ONE)
  openScreen(wire, <ExchangePage />, `/kb/exchange?import=${ONE.id}`, ['editor'])
  await says('Не удалось узнать, что с импортом')
  await saysNo('Этого импорта больше нет')
  await press('Повторить')
  await says(ONE.file_name)
})
