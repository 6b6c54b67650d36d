// @vitest-environment happy-dom
import {
  dismissIncidentProposal,
  type IncidentProposal,
  listDeskIncidents,
  listIncidentProposals,
} from '@podmoga/contract/desk/incidents'
import { expect, test } from 'vitest'
import { buttons, eventually, focused, openScreen, wireOfEach } from '../lib/screen.testing.tsx'
import { IncidentsPage } from './incidents.page.tsx'

const wire = wireOfEach()
const DISMISS = 'Это не инцидент'

const proposal = (id: string, word: string): IncidentProposal => ({
  ...{ id, topic: null, words: [word], tickets: [], made_at: '2026-11-27T05:00:00.000Z' },
})

test('a dismissed proposal hands the focus to the next one, the last one to the page', async () => {
  let proposals = [proposal('1', 'касса'), proposal('2', 'принтер')]
  wire.answer(listDeskIncidents, { results: [], total_pages: 1, total_items: 0 })
  wire.answer(listIncidentProposals, () => ({ results: proposals }))
  wire.answer(dismissIncidentProposal, () => {
    proposals = proposals.slice(1)
    return { ok: true }
  })
  openScreen(wire, <IncidentsPage />)
  const dismiss = async (left: number) => {
    await eventually(() => {
      buttons(DISMISS)[0]?.focus()
      expect(document.activeElement).toBe(buttons(DISMISS)[0])
    })
    buttons(DISMISS)[0]?.click()
    await eventually(() => expect(buttons(DISMISS)).toHaveLength(left))
  }
  await dismiss(1)
  await eventually(() => expect(document.activeElement?.closest('li')).toBe(document.querySelector('li')))
  await dismiss(0)
  await focused('Отметить инцидент')
})
