// @vitest-environment happy-dom
import { getQuality, getQualityTicket, QUALITY_QUESTIONS, reviewTicket } from '@podmoga/contract/desk/quality'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import {
  eventually,
  field,
  fill,
  focused,
  openScreen,
  press,
  reload,
  says,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import { QualityPage } from './quality.page.tsx'
import { ReviewPage } from './review.page.tsx'

const wire = wireOfEach()
beforeEach(() => {
  wire.answer(getQualityTicket, {
    ...{ id: '4', category: 'Оплата', week: '2026-11-16', reason: 'bad', topic: null, word: 'Долго' },
    messages: [
      { from_support: false, text: 'Не прошло', created_at: '2026-11-17T10:00:00.000Z', files: 0 },
      { from_support: true, text: 'Повторите', created_at: '2026-11-17T10:10:00.000Z', files: 2 },
    ],
    is_cut: false,
  })
})

const REVIEW = (
  <Routes>
    <Route path="/service/quality/:reviewId" element={<ReviewPage />} />
  </Routes>
)

test('answers that were not sent outlive a reload, and are gone once they are sent', async () => {
  openScreen(wire, REVIEW, '/service/quality/4')
  const [first, , third] = QUALITY_QUESTIONS
  await fill(first, '2')
  await fill(third, '0')
  reload()
  const values = () => Promise.all(QUALITY_QUESTIONS.map(async (question) => (await field(question)).value))
  expect(await values()).toEqual(['2', '', '0', '', ''])
  for (const question of QUALITY_QUESTIONS) await fill(question, '1')
  wire.answer(reviewTicket, { ticket_id: '7', number: 1007, agents: ['Дилноза Ахмедова'], score: 5 })
  await press('Сохранить проверку')
  await focused('Проверено: 5 из 10')
  expect(wire.bodies(reviewTicket)).toEqual([{ answers: [1, 1, 1, 1, 1] }])
  reload()
  expect(await values()).toEqual(['', '', '', '', ''])
})

test('each question wants its answer, the first without one gets the focus; who answered is told after, and stays told', async () => {
  openScreen(wire, REVIEW, '/service/quality/4')
  await says('Повторите')
  await says('К оценке написали: Долго')
  await press('Сохранить проверку')
  const parts = () => document.body.textContent?.split('Ответьте на этот вопрос') ?? []
  await eventually(() => expect(parts()).toHaveLength(QUALITY_QUESTIONS.length + 1))
  await focused(QUALITY_QUESTIONS[0])
  await fill(QUALITY_QUESTIONS[0], '2')
  await press('Сохранить проверку')
  await focused(QUALITY_QUESTIONS[1])
  expect(wire.sent(reviewTicket)).toEqual([])
  for (const question of QUALITY_QUESTIONS) await fill(question, '2')
  wire.fail(reviewTicket, 'lost')
  await press('Сохранить проверку')
  await says('Нет связи с сервером')
  wire.answer(reviewTicket, { ticket_id: '7', number: 1007, agents: ['Дилноза Ахмедова'], score: 10 })
  await press('Сохранить проверку')
  await focused('Проверено: 10 из 10')
  await says('Отвечали: Дилноза Ахмедова')
  expect(wire.bodies(reviewTicket)[1]).toEqual({ answers: [2, 2, 2, 2, 2] })
})

test('the sums of an administrator: a row of means for each agent, two of one name as well', async () => {
  const name = 'Дилноза Ахмедова'
  wire.answer(getQuality, {
    waiting: 3,
    agents: [
      { id: '4', name, reviews: 1, answers: [2, 2, 1.5, 2, 2] },
      { id: '9', name, reviews: 2, answers: [1, 1, 1, 1, 0] },
    ],
  })
  openScreen(wire, <QualityPage />, '/service/quality', ['admin'])
  await says('Ждут проверки: 3 тикета')
  const rows = () =>
    [...document.querySelectorAll('tbody tr')].map(({ children }) =>
      [...children].map(({ textContent }) => textContent),
    )
  await eventually(() =>
    expect(rows()).toEqual([
      [name, '1', '2,0', '2,0', '1,5', '2,0', '2,0'],
      [name, '2', '1,0', '1,0', '1,0', '1,0', '0,0'],
    ]),
  )
})
