import { Refusal } from '@podmoga/contract/refusals'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeDraftSaver, pendingSave, type SaveState } from './draft-saver.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const makeSaver = (answers: (Refusal | 'ok')[] = []) => {
  const sent: [string, number][] = []
  const states: SaveState['kind'][] = []
  const saver = makeDraftSaver({
    material_id: '7',
    revision: 1,
    save: async (text: string, revision) => {
      sent.push([text, revision])
      const answer = answers.shift() ?? 'ok'
      if (answer !== 'ok') throw answer
      return { revision: revision + 1, edited_at: '2026-11-18T09:06:00.000Z' }
    },
    onState: ({ kind }) => states.push(kind),
    onSaved: () => undefined,
  })
  return { saver, sent, states }
}
const refused = (code: 'network' | 'stale_draft' | 'invalid') =>
  new Refusal({ code, message: 'Нет', fields: { author: 'Малика' } })

test('saves the newest text within a second, each upon the revision before', async () => {
  const { saver, sent, states } = makeSaver()
  saver.change('а')
  await vi.advanceTimersByTimeAsync(500)
  saver.change('аб')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toEqual([['аб', 1]])
  expect(states.at(-1)).toBe('saved')
  saver.change('абв')
  expect(await saver.flush()).toBe(3)
  expect(sent.at(-1)).toEqual(['абв', 2])
})

test('without a network it tries again by itself, and keeps the text meanwhile', async () => {
  const { saver, sent, states } = makeSaver([refused('network')])
  saver.change('а')
  expect(await saver.flush()).toBeNull()
  expect(states.at(-1)).toBe('failed')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(sent).toEqual([
    ['а', 1],
    ['а', 1],
  ])
  expect(states.at(-1)).toBe('saved')
})

test('over a newer text nothing is written until the editor has chosen', async () => {
  const { saver, sent, states } = makeSaver([refused('stale_draft')])
  saver.change('моё')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(states.at(-1)).toBe('stale')
  saver.change('моё и ещё')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(1)
  expect(await saver.flush()).toBeNull()
  saver.rebase(9)
  await vi.advanceTimersByTimeAsync(0)
  expect(sent.at(-1)).toEqual(['моё и ещё', 9])
  expect(states.at(-1)).toBe('saved')
})

test('a refusal that will not pass is not tried again; leaving saves what is left', async () => {
  const { saver, sent } = makeSaver([refused('invalid')])
  saver.change('')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(1)
  saver.change('название')
  saver.stop()
  await pendingSave('7')
  expect(sent.at(-1)).toEqual(['название', 1])
})
