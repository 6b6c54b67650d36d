import { getDesk, listDeskRestaurants, listQueue } from '@podmoga/contract/desk/tickets'
import { getDeskScreen } from '@podmoga/contract/screen'
import { expect, test } from 'vitest'
import { useTicketWorld, writeTicket } from './tickets.testing.ts'

const t = useTicketWorld()

const viewer = { width: '390', height: '844', offset: '300' }
const screen = (path: string) => t.agent.call(getDeskScreen, { query: { path, ...viewer } })

test('the queue comes drawn, with the answers of its own calls and nothing of another business', async () => {
  const mine = await writeTicket(t.A, 'Чек не печатается <b>&')
  await writeTicket(t.D, 'Чужой вопрос')
  const { answers, html } = await screen('/desk/')
  const [me, restaurants, queue] = await Promise.all([
    t.agent.call(getDesk, {}),
    t.agent.call(listDeskRestaurants, {}),
    t.agent.call(listQueue, { query: { page_size: '30', waiting: 'true' } }),
  ])
  const answerOf = (...key: unknown[]) =>
    answers.find((answer) => JSON.stringify(answer.key) === JSON.stringify(key))?.data
  expect(answerOf('session', 'desk')).toEqual(me)
  expect(answerOf('restaurants')).toEqual(restaurants)
  expect(answerOf('tickets', 'queue', 'waiting', null, null)).toEqual({ pages: [queue], pageParams: [1] })
  expect(html).toContain(`href="/desk/tickets/${mine.id}"`)
  expect(html).toContain('Чек не печатается &lt;b&gt;&amp;')
  expect(html).not.toContain('Чужой')
  expect(html).not.toMatch(/<script|\son\w+=|javascript:| style=/i)
  expect(html).not.toMatch(/<(?:a|input|button|select)(?! tabindex="-1")[ >]/)
})

test('a filter in the address is drawn, and every other address is left to the app', async () => {
  const archive = await screen('/desk/?tab=archive&restaurant=%00')
  expect(archive.html).toContain('aria-selected="true"')
  expect(archive.html).not.toContain('Чек не печатается')
  const nothing = { answers: [], html: null }
  for (const path of ['/', '/desk', '/desk/tickets/1', '/desk/kb', 'http://[', ''])
    expect(await screen(path)).toEqual(nothing)
})

test('staff are refused the desk’s screen', async () => {
  await expect(t.A.call(getDeskScreen, { query: { path: '/desk/', ...viewer } })).rejects.toMatchObject({
    code: 'forbidden',
  })
})
