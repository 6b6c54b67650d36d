// @vitest-environment happy-dom
import {
  createIncident,
  type DeskIncidentPage,
  endIncident,
  getDeskIncident,
  listIncidentRestaurants,
  updateIncident,
} from '@podmoga/contract/desk/incidents'
import { listTopics } from '@podmoga/contract/desk/work'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import {
  eventually,
  field,
  fill,
  openScreen,
  press,
  reload,
  says,
  saysNo,
  wireOfEach,
} from '../lib/screen.testing.tsx'
import { IncidentPage } from './incident.page.tsx'
import { IncidentDialog } from './incident-dialog.tsx'

const wire = wireOfEach()
const at = '2026-11-27T05:00:00.000Z'
const INCIDENT: DeskIncidentPage = {
  ...{ id: '1', title: 'Касса', text: 'Ждите', topics: [], everywhere: true, restaurants: [] },
  ...{ since: at, until: null, count: 0, count_restaurants: 0, works: { yes: 0, no: 0 }, tickets: 0 },
  ...{ material: null, updates: [], proposed: [], said: [], linked: [] },
}
const standsIn = (name: string, words: string) =>
  eventually(async () => expect((await field(name)).value).toBe(words))

test('what is being written to those who wait outlives a reload; sent, it is forgotten', async () => {
  wire.answer(getDeskIncident, INCIDENT)
  wire.answer(updateIncident, { ok: true })
  openScreen(
    wire,
    <Routes>
      <Route path="/incidents/:incidentId" element={<IncidentPage />} />
    </Routes>,
    '/incidents/1',
  )
  await fill('Что нового', 'Инженер в пути')
  await fill('Чем закончилось', 'Кабель заменили')
  reload()
  await standsIn('Что нового', 'Инженер в пути')
  await standsIn('Чем закончилось', 'Кабель заменили')
  await press('Сообщить')
  await says('Сообщено')
  reload()
  await standsIn('Что нового', '')
  await standsIn('Чем закончилось', 'Кабель заменили')
})

test('what was being written when a colleague has ended it is shown, until it is needed no more', async () => {
  wire.answer(getDeskIncident, INCIDENT)
  openScreen(
    wire,
    <Routes>
      <Route path="/incidents/:incidentId" element={<IncidentPage />} />
    </Routes>,
    '/incidents/1',
  )
  await fill('Что нового', 'Инженер в пути')
  wire.answer(getDeskIncident, { ...INCIDENT, until: at })
  reload()
  await says('не отправили:Инженер в пути')
  await press('Не нужно')
  await saysNo('Инженер в пути')
  reload()
  await says('Закончен')
  await saysNo('Инженер в пути')
})

test('whoever ends an incident is not told that its last words were not sent', async () => {
  let until: string | null = null
  wire.answer(getDeskIncident, () => ({ ...INCIDENT, until }))
  wire.answer(endIncident, () => {
    until = at
    return { ok: true }
  })
  openScreen(
    wire,
    <Routes>
      <Route path="/incidents/:incidentId" element={<IncidentPage />} />
    </Routes>,
    '/incidents/1',
  )
  await fill('Чем закончилось', 'Кабель заменили')
  await press('Закончить')
  await says('Сообщено')
  await saysNo('Это вы писали и не отправили')
})

test('a new incident keeps its words over a reload, and gives them up with «Отмена»', async () => {
  wire.answer(listTopics, { businesses: [] })
  wire.answer(listIncidentRestaurants, { restaurants: [] })
  wire.fail(createIncident, 'lost')
  openScreen(wire, <IncidentDialog proposal={null} onMade={() => undefined} onClose={() => undefined} />)
  await fill('Что случилось', 'Касса не печатает')
  await fill('Что делать пока', 'Пишите от руки')
  await press('Отметить')
  await eventually(() => expect(wire.sent(createIncident).length).toBeGreaterThan(0))
  reload()
  await standsIn('Что случилось', 'Касса не печатает')
  await standsIn('Что делать пока', 'Пишите от руки')
  await press('Отмена')
  reload()
  await standsIn('Что случилось', '')
  await standsIn('Что делать пока', '')
})
