// @vitest-environment happy-dom
import { type DeskIncident, listDeskIncidents, listIncidentProposals } from '@podmoga/contract/desk/incidents'
import { getDesk, listDeskRestaurants, listQueue } from '@podmoga/contract/desk/tickets'
import * as liveToken from '@podmoga/web/session/live-token'
import * as session from '@podmoga/web/session/stored-session'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { incidents } from '../incidents/incidents.feature.ts'
import { eventually, openScreen, says, wireOfEach } from '../lib/screen.testing.tsx'
import { listed } from '../tickets/tickets.testing.ts'
import * as api from './call.ts'
import { Pages } from './router.tsx'

const wire = wireOfEach()
/** Every opened stream, and a function that sends an event on it. */
let streams: { path: string; signal: AbortSignal; send: (name: string, data: object) => void }[]

beforeEach(() => {
  streams = []
  vi.stubGlobal('fetch', async (path: string, { signal }: { signal: AbortSignal }) => {
    // The probe of the network.
    if (String(path).includes('/health/')) return new Response()
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const send = (name: string, data: object) =>
      void writer.write(new TextEncoder().encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`))
    streams.push({ path, signal, send })
    return new Response(readable, { headers: { 'content-type': 'text/event-stream' } })
  })
  vi.spyOn(api, 'deskCall').mockImplementation(wire.call)
  vi.spyOn(session, 'personHere').mockReturnValue('p1')
  vi.spyOn(liveToken, 'liveToken').mockResolvedValue('token')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const incident: DeskIncident = {
  ...{ id: '4', title: 'Кассы стоят', text: '', topics: [], since: '2026-11-27T05:00:00.000Z', until: null },
  ...{ business: { id: '1', name: 'Навруз' }, everywhere: true, restaurants: [], tickets: 0, material: null },
  ...{ count: 1, count_restaurants: 1, works: { yes: 0, no: 0 } },
}

const openSection = (name: string) =>
  eventually(() => {
    const link = [...document.querySelectorAll<HTMLElement>('nav a')].find(
      ({ textContent }) => textContent === name,
    )
    expect(link).toBeDefined()
    link?.click()
  })

const see = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}
const isOpen = () => streams.map(({ signal }) => !signal.aborted)

let count: number
beforeEach(() => {
  count = 1
  wire.answer(getDesk, {
    ...{ id: '7', first_name: 'Бахтиёр', image: null, roles: ['agent'] },
    businesses: [{ id: '1', name: 'Навруз' }],
  })
  wire.answer(listDeskIncidents, () => ({
    ...{ results: [{ ...incident, count }], total_pages: 1, total_items: 1 },
  }))
  wire.answer(listIncidentProposals, { results: [] })
  wire.answer(listQueue, { results: [], total_pages: 1, total_items: 0, waiting_items: 0 } as never)
  wire.answer(listDeskRestaurants, { results: [] } as never)
})

test('one stream brings its events to the incidents and to the queue', async () => {
  openScreen(wire, <Pages />, '/incidents')
  await says('«И у нас»: 1')
  await eventually(() => expect(streams).toHaveLength(1))
  // The first event says that the stream is open: what it may have missed is asked for once more.
  streams[0]?.send('counts', { waiting: 0, mine: 0, free: 0 })
  await eventually(() => expect(wire.sent(listDeskIncidents)).toHaveLength(2))
  count = 25
  streams[0]?.send('incident', { id: '4', count })
  await says('«И у нас»: 25')

  await openSection('Тикеты')
  streams[0]?.send('counts', { waiting: 0, mine: 37, free: 0 })
  await says('Мои 37')
  expect(streams.map(({ path }) => path)).toEqual([expect.stringContaining('desk/events/')])
})

test.each(['/incidents', '/restaurants/5'])('%s has the stream while seen, the queue always', async (at) => {
  openScreen(wire, <Pages />, at)
  await eventually(() => expect(isOpen()).toEqual([true]))
  see('hidden')
  expect(isOpen()).toEqual([false])
  see('visible')
  await eventually(() => expect(isOpen()).toEqual([false, true]))
  await openSection('Тикеты')
  await says('Мои')
  see('hidden')
  expect(isOpen()).toEqual([false, true])
})

test('the queue alerts an agent who looks elsewhere, the incidents do not', async () => {
  const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  const given = { status_readable: '', is_given: true, assignee: { id: '7', name: 'Бахтиёр' } }
  const give = () => streams[0]?.send('ticket', { ...listed('9'), ...given })
  openScreen(wire, <Pages />)
  await eventually(() => {
    give()
    expect(document.title).toMatch(/^\(1\) /)
  })
  hasFocus.mockReturnValue(true)
  window.dispatchEvent(new Event('focus'))
  expect(document.title).not.toMatch(/^\(/)

  await openSection('Инциденты')
  await says('«И у нас»: 1')
  hasFocus.mockReturnValue(false)
  give()
  streams[0]?.send('incident', { id: '4', count: 25 })
  await says('«И у нас»: 25')
  expect(document.title).not.toMatch(/^\(/)
})

test('one bad answer for the code of the stream delays it only', async () => {
  vi.useFakeTimers()
  const live = vi.spyOn(incidents, 'live').mockRejectedValueOnce(new TypeError('Failed to fetch'))
  openScreen(wire, <Pages />)
  await eventually(() => expect(live).toHaveBeenCalledOnce())
  await vi.advanceTimersByTimeAsync(10_000)
  await eventually(() => expect(streams).toHaveLength(1))
})
