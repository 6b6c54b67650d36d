import { Refusal } from '@podmoga/contract/refusals'
import { IDBDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { vi } from 'vitest'
import * as connectivity from '../connectivity.ts'
import type { OutboxItem } from './item.ts'
import type { Kind } from './kind.ts'
import { type Content, Outbox } from './outbox.ts'
import { makeOutboxStore } from './store.ts'

export { IDBDatabase }

/** Stubs an empty disk; undone by `vi.unstubAllGlobals`. */
export const stubDisk = (): void => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
}

/** Stubs a browser: an empty disk, a page, and a network that can be turned on and off. */
export const stubBrowser = () => {
  stubDisk()
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('window', new EventTarget())
  const listeners = new Set<() => void>()
  const isOnline = vi.spyOn(connectivity, 'isOnline').mockReturnValue(true)
  vi.spyOn(connectivity, 'onConnectivityChange').mockImplementation((listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  })
  return {
    /** Turns the network on or off. */
    setOnline: (is: boolean): void => {
      isOnline.mockReturnValue(is)
      for (const listener of listeners) listener()
    },
  }
}

export interface TestScope {
  name: string
}

let opened: Outbox<TestScope>[] = []

/** Opens the outbox of a tab, by default of person `p1` in restaurant `1`. */
export const openTab = (kinds: readonly Kind<TestScope>[] = [], person = 'p1', scopeKey = '1') => {
  const store = makeOutboxStore('test-outbox')
  const outbox = new Outbox({ store, scope: { name: person }, person, scopeKey })
  outbox.register(kinds)
  opened.push(outbox)
  return outbox
}

/** Closes all open tabs. */
export const closeTabs = (): void => {
  for (const outbox of opened) outbox.close()
  opened = []
}

export const refusal = (code: Refusal['code']): Refusal => new Refusal({ code, message: 'Нет' })

export const textOf = (text: string, more: Partial<OutboxItem<string>> = {}): Content<string> => ({
  kind: 'reply',
  queue: '7',
  resend: 'never',
  data: text,
  ...more,
})

/** The items on disk, as a newly opened page reads them. */
export const onDisk = async (): Promise<string[]> =>
  (await makeOutboxStore('test-outbox').db.list<OutboxItem>('outbox', '')).map(
    ({ data, state }) => `${data} ${state}`,
  )
