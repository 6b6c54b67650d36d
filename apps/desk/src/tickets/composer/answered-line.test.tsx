// @vitest-environment happy-dom
import { useRef, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { button, eventually, openScreen, press, says, wireOfEach } from '../../lib/screen.testing.tsx'
import { AnsweredLine } from './answered-line.tsx'
import type { Writing } from './use-writing.ts'

const wire = wireOfEach()
const sent = vi.fn()
const ANSWER = { id: '9', text: 'Уже выехали', created_at: '2026-11-20T10:00:00Z', user_name: 'Гульнора' }

function Draft() {
  const [text, setText] = useState('Проверяю вытяжку')
  const draft = { text, setText, setFiles: () => undefined, filesNow: () => [] }
  const writing = { draft, area: useRef(null) } as unknown as Writing
  const answered = text === '' ? [] : [{ ...ANSWER, user_image: null, attachments: [] }]
  return (
    <>
      <output>{text}</output>
      <AnsweredLine of={{ answered }} writing={writing} onAnyway={() => sent(text)} anyway={useRef(null)} />
    </>
  )
}

test('a draft that gives way to a colleague’s answer does not go by a second press, and can be had back', async () => {
  openScreen(wire, <Draft />)
  const [take, anyway] = [await button('Взять его ответ'), await button('Отправить всё равно')]
  take.click()
  anyway.click()
  await says('Ваш черновик убран')
  expect(sent).not.toHaveBeenCalled()
  await press('Вернуть черновик')
  await says('Проверяю вытяжку')
  await press('Отправить всё равно')
  await eventually(() => expect(sent.mock.calls).toEqual([['Проверяю вытяжку']]))
})
