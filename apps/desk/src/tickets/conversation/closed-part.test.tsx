// @vitest-environment happy-dom
import { addNote } from '@podmoga/contract/desk/notes'
import { listAgents } from '@podmoga/contract/desk/work'
import { stubDisk } from '@podmoga/web/outbox/testing'
import { createRef } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  buttons,
  eventually,
  field,
  fill,
  openScreen,
  press,
  says,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import type { ComposerPaneHandle } from '../composer/composer-pane.tsx'
import { drafts } from '../composer/drafts.ts'
import { ClosedPart } from './closed-part.tsx'

const wire = wireOfEach()
const reopen = vi.fn()
beforeEach(() => {
  localStorage.clear()
  stubDisk()
  wire.answer(listAgents, { agents: [] })
})

const open = (person: string) => {
  const handle = createRef<ComposerPaneHandle>()
  openScreen(
    wire,
    <ClosedPart
      ref={handle}
      call={wire.call}
      person={person}
      ticketId="5"
      isChanging={false}
      onReopen={reopen}
    />,
  )
  return handle
}

test('in a closed ticket colleagues are told by a note; one that was not saved stays', async () => {
  const handle = open('a')
  await says('Тикет закрыт')
  expect(document.querySelector('textarea')).toBeNull()
  await eventually(() => expect(handle.current).not.toBeNull())
  // There is no reply field in a closed ticket, but the note hotkey works.
  handle.current?.write('reply')
  handle.current?.write('note')
  await fill('Заметка', 'Перезвонить в пятницу')
  expect(buttons('Заметка')).toEqual([])
  wire.fail(addNote, 'lost')
  // Nothing is sent until the draft has been read from disk.
  await eventually(async () => {
    await press('Сохранить заметку')
    expect(wire.sent(addNote)).toHaveLength(1)
  })
  await says('Нет связи с сервером')
  expect((await field('Заметка')).value).toBe('Перезвонить в пятницу')
})

test('a note that was begun before somebody closed the ticket is in sight', async () => {
  drafts.keepText('b', 'note-5', 'Недописанное')
  open('b')
  expect((await field('Заметка')).value).toBe('Недописанное')
})
