// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { openScreen, press, says, wireOfEach } from '../../lib/screen.testing.tsx'
import { usePicker } from './use-picker.tsx'

vi.mock('./picker.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
const wire = wireOfEach()

function Desk() {
  const { pick, list } = usePicker({ call: wire.call, me: '7', ticket: undefined, count: 2, choose: vi.fn() })
  return (
    <>
      <button type="button" onClick={() => pick('priority')}>
        Срочность
      </button>
      {list}
    </>
  )
}

test('without a network a list whose code is not here says so, and the desk stands', async () => {
  openScreen(wire, <Desk />)
  await press('Срочность')
  await says('Нет соединения. Откроем, когда сеть появится.')
  expect(document.body.textContent).toContain('Срочность')
})
