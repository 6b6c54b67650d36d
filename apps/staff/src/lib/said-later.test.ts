import { Refusal } from '@podmoga/contract/refusals'
import * as reach from '@podmoga/web/reach'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Place } from './place.tsx'
import { forgetSaid, listSaid, sayOrKeep, sendSaid, takeBack } from './said-later.ts'

const place: Place = { person: 'p1', restaurantId: '1', call: vi.fn() }
const refusal = (code: 'network' | 'not_found' | 'unavailable') => new Refusal({ code, message: 'Нет' })
const away = async (): Promise<never> => {
  throw refusal('network')
}
const keep = (key: string, data: unknown, kind = 'read') => sayOrKeep(place, { kind, key, data }, away)

const isReached = vi.spyOn(reach, 'isReached')

beforeEach(() => {
  isReached.mockReturnValue(false)
  return forgetSaid('p1')
})

test('what was said without a network goes in order, each once; later words take the place of earlier ones', async () => {
  const heard: unknown[] = []
  const hear = async (_: Place, data: unknown) => void heard.push(data)
  await keep('b', 'first')
  await keep('a', 'second')
  await keep('c', 'yes', 'feedback')
  await keep('c', 'no', 'feedback')
  expect(await sendSaid(place, { read: hear, feedback: hear })).toBe(true)
  expect(heard).toEqual(['first', 'second', 'no'])
  expect(await sendSaid(place, { read: hear, feedback: hear })).toBe(false)
  expect(heard).toHaveLength(3)
})

test('a network that goes again keeps the rest; what is refused for good is let go', async () => {
  for (const key of ['1', '2', '3']) await keep(key, key)
  const heard: unknown[] = []
  const sender = (answers: Record<string, Refusal>) => async (_: Place, data: string) => {
    const refused = answers[data]
    if (refused !== undefined) throw refused
    heard.push(data)
  }
  await sendSaid(place, { read: sender({ 1: refusal('not_found'), 2: refusal('unavailable') }) })
  expect(heard).toEqual([])
  await sendSaid(place, { read: sender({}) })
  expect(heard).toEqual(['2', '3'])
})

test('what was heard at once does not go again, and a refusal is told', async () => {
  const heard: unknown[] = []
  await keep('1', 'no', 'feedback')
  await sayOrKeep(place, { kind: 'feedback', key: '1', data: 'yes' }, async (_, data) => heard.push(data))
  await sendSaid(place, { feedback: async (_: Place, data: unknown) => heard.push(data) })
  expect(heard).toEqual(['yes'])
  const refused = sayOrKeep(place, { kind: 'read', key: '2', data: '' }, async () => {
    throw refusal('not_found')
  })
  await expect(refused).rejects.toMatchObject({ code: 'not_found' })
})

test('it goes in nobody else’s name, and not after its person has signed out', async () => {
  const hear = vi.fn(async () => undefined)
  await keep('1', 'mine')
  await sendSaid({ ...place, person: 'p10' }, { read: hear })
  await sendSaid({ ...place, restaurantId: '2' }, { read: hear })
  await forgetSaid('p1')
  await sendSaid(place, { read: hear })
  expect(hear).not.toHaveBeenCalled()
})

test('a call that does not get through while others do says so, and keeps nothing', async () => {
  const hear = vi.fn(async () => undefined)
  isReached.mockReturnValue(true)
  await expect(keep('1', 'mine')).rejects.toMatchObject({ code: 'network' })
  await sendSaid(place, { read: hear })
  expect(hear).not.toHaveBeenCalled()
})

test('a handover that the server will not have is its person’s to take back; nothing written is let go', async () => {
  const refuse = vi.fn(async (): Promise<never> => {
    throw refusal('not_found')
  })
  await keep('k1', { note: 'Печь 2' }, 'handover')
  await keep('m', 'read')
  expect(await sendSaid(place, { handover: refuse, read: refuse })).toBe(true)
  expect(await listSaid(place, 'handover')).toMatchObject([{ data: { note: 'Печь 2' }, problem: 'Нет' }])
  expect(await listSaid(place, 'read')).toEqual([])
  await sendSaid(place, { handover: refuse, read: refuse })
  expect(refuse).toHaveBeenCalledTimes(2)
  await takeBack(place, { kind: 'handover', key: 'k1' })
  expect(await listSaid(place, 'handover')).toEqual([])
})

test('what is said in other words while the earlier ones are on their way is said too; what is taken back stays away', async () => {
  const heard: unknown[] = []
  await keep('1', 'helped', 'feedback')
  await keep('2', { note: 'Печь' }, 'handover')
  const senders = {
    feedback: async (_: Place, data: unknown) => {
      if (heard.push(data) === 1) await keep('1', 'did not help', 'feedback')
    },
    handover: async (): Promise<never> => {
      await takeBack(place, { kind: 'handover', key: '2' })
      throw refusal('not_found')
    },
  }
  await sendSaid(place, senders)
  await sendSaid(place, senders)
  expect(heard).toEqual(['helped', 'did not help'])
  expect(await listSaid(place, 'handover')).toEqual([])
})
