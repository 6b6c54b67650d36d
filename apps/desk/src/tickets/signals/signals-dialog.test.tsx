// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { isAccessible, openScreen, says, wireOfEach } from '../../lib/screen.testing.tsx'
import { SignalsDialog } from './signals-dialog.tsx'

const wire = wireOfEach()
const shown = async (...roles: ('agent' | 'editor')[]) => {
  openScreen(wire, <SignalsDialog onClose={() => undefined} />, '/', roles)
  await says('Тихие часы')
  await isAccessible()
  const text = document.body.textContent ?? ''
  const isThere = (word: string) => text.includes(word)
  return [
    isThere('Клиент написал в вашем тикете'),
    isThere('Если тикет никто не взял'),
    isThere('ждёт вашей проверки'),
  ]
}

test('an editor who is no agent is offered only the material notifications', async () => {
  expect(await shown('editor')).toEqual([false, false, true])
})
test('an agent is asked of tickets', async () => {
  expect(await shown('agent')).toEqual([true, true, false])
})
test('who does both is asked of both', async () => {
  expect(await shown('agent', 'editor')).toEqual([true, true, true])
})
