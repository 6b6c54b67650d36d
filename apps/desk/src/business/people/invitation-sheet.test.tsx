// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { eventually, openScreen, press, wireOfEach } from '../../lib/screen.testing.tsx'
import { InvitationSheet } from './invitation-sheet.tsx'

const wire = wireOfEach()
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('links that are shown once ask before a reload until they were printed or saved', async () => {
  const results = [
    {
      ...{ id: '9', name: 'Дилшод', login: 'd@most.test', restaurant: 'У моста', sent: false },
      ...{ link: 'https://desk.test/intranet/invite?key=x', expires_at: '2026-12-04T10:00:00.000Z' },
    },
  ]
  openScreen(wire, <InvitationSheet invited={{ results, skipped: 0 }} onTaken={vi.fn()} onDone={vi.fn()} />)
  await eventually(() => expect(asks()).toBe(true))
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:saved')
  await press('Скачать CSV')
  await eventually(() => expect(asks()).toBe(false))
  saved.mockRestore()
})

test('the strips are sorted by restaurant in natural order', async () => {
  const results = ['Чайхана 10', 'Чайхана 2', 'Чайхана 1'].map((restaurant, index) => ({
    ...{ id: String(index), name: 'Дилшод', login: 'd@most.test', restaurant, sent: false },
    ...{ link: 'https://desk.test/intranet/invite?key=x', expires_at: '2026-12-04T10:00:00.000Z' },
  }))
  openScreen(wire, <InvitationSheet invited={{ results, skipped: 0 }} onTaken={vi.fn()} onDone={vi.fn()} />)
  await eventually(() =>
    expect(
      [...document.querySelectorAll('li')].map((strip) => strip.querySelector('p')?.textContent),
    ).toEqual(['Чайхана 1', 'Чайхана 2', 'Чайхана 10']),
  )
})
