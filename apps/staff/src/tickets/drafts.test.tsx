// @vitest-environment happy-dom
import { makeCall } from '@podmoga/contract/client'
import { stubDisk } from '@podmoga/web/outbox/testing'
import { clearSignOut, noteSignOut } from '@podmoga/web/session/signed-out'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ScopeProvider } from '../lib/scope.tsx'
import { useDraft } from './drafts.ts'

const PERSON = 'who-writes'
const call = makeCall({
  base_url: '/api/',
  headers: () => ({}),
  transport: () => new Promise(() => undefined),
})

let close = (): void => undefined
beforeEach(stubDisk)
afterEach(() => {
  close()
  clearSignOut()
  vi.unstubAllGlobals()
})

const open = () => {
  const root = createRoot(document.createElement('div'))
  close = () => flushSync(() => root.unmount())
  let draft: { value: string; isReady: boolean; change: (next: () => string) => void } | null = null
  const Field = () => {
    draft = useDraft<string>('7', '', (value: string) => value === '')
    return null
  }
  flushSync(() =>
    root.render(
      <ScopeProvider value={{ restaurantId: '1', person: PERSON, call }}>
        <Field />
      </ScopeProvider>,
    ),
  )
  return {
    ready: () => expect.poll(() => draft?.isReady).toBe(true),
    type: (text: string) => flushSync(() => draft?.change(() => text)),
    text: () => draft?.value,
  }
}

test('a draft of the last moment is stored when the page closes, but not once the person has signed out', async () => {
  const first = open()
  await first.ready()
  first.type('Касса не печатает')
  window.dispatchEvent(new Event('pagehide'))
  close()
  const second = open()
  await second.ready()
  expect(second.text()).toBe('Касса не печатает')

  // «Выход» removes the drafts, and the page closes afterwards.
  const { outboxStore } = await import('../lib/offline/outbox.ts')
  second.type('Тайное')
  noteSignOut()
  await outboxStore.forget(`${PERSON}/`)
  window.dispatchEvent(new Event('pagehide'))
  close()
  // Screens of other files may have left theirs in this worker.
  const kept = await outboxStore.db.keys('drafts')
  expect(kept.filter((key) => key.startsWith(PERSON))).toEqual([])
})
