import { Refusal } from '@podmoga/contract/refusals'
import { IDBDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { vi } from 'vitest'
import * as reach from '../connectivity.ts'
import type { OutboxItem } from './item.ts'
import type { Kind } from './kind.ts'
import { type Content, Outbox } from './outbox.ts'
import { makeOutboxStore } from './store.ts'

export { IDBDatabase }

/** An empty disk. `vi.unstubAllGlobals` takes it away. */
export const stubDisk = (): void => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
}

/** A browser: an empty disk of its own, a page, and a network that comes and goes. */
export const stubBrowser = () => {
  stubDisk()
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('window', new EventTarget())
  const listeners = new Set<() => void>()
  const isOnline = vi.spyOn(reach, 'isOnline').mockReturnValue(true)
  vi.spyOn(reach, 'onConnectivityChange').mockImplementation((listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  })
  return {
    /** The network goes, or comes back. */
    reach: (is: boolean): void => {
      isOnline.mockReturnValue(is)
      for (const listener of listeners) listener()
    },
  }
}

export interface TestScope {
  name: string
}

let opened: Outbox<TestScope>[] = []

/** The outbox of a tab: of person `p1` in restaurant `1`, if nothing else is said. */
export const openTab = (kinds: readonly Kind<TestScope>[] = [], person = 'p1', scopeKey = '1') => {
  const store = makeOutboxStore('test-outbox')
  const outbox = new Outbox({ store, scope: { name: person }, person, scopeKey })
  outbox.register(kinds)
  opened.push(outbox)
  return outbox
}

/** Ends every tab that was opened, as leaving their pages does. */
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

/** What stands on the disk, as a page that is opened anew finds it. */
export const onDisk = async (): Promise<string[]> =>
  (await makeOutboxStore('test-outbox').db.list<OutboxItem>('outbox', '')).map(
    ({ data, state }) => `${data} ${state}`,
  )
