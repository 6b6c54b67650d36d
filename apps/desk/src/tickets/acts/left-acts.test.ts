// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { keptWords } from '../../lib/kept-words.ts'
import type { DeskOutbox } from '../../lib/outbox.ts'
import type { ActData } from './acts.ts'
import { resumeActs } from './left-acts.ts'

const data: ActData = {
  ticket_id: '5',
  number: 1005,
  act: { do: 'assign', assignee: '8', from: null },
  name: 'Исполнитель: Малика',
  before: {},
}

test.each([true, false])(
  'what an earlier page has left is taken up once (the disk takes it: %s)',
  async (kept) => {
    const add = vi.fn(() => ({ id: '', kept: Promise.resolve(kept) }))
    const outbox = { whenRestored: async () => undefined, all: () => [], add } as unknown as DeskOutbox
    keptWords.keep('who-left', 'act 5 assign', JSON.stringify({ at: 0, data }))
    for (let page = 0; page < 2; page += 1) await resumeActs(outbox, 'who-left')
    expect(add).toHaveBeenCalledOnce()
  },
)
