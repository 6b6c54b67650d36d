const CHANNEL = 'outbox'

const open = (): BroadcastChannel | null =>
  'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : null

export interface Tabs {
  /** Notifies the other tabs that the item with this name in the store was sent. */
  send: (name: string) => void
  close: () => void
}

/** Listens for items sent by another tab or the worker. */
export const openTabs = (onSent: (name: string) => void): Tabs => {
  let channel = open()
  channel?.addEventListener('message', ({ data: name }) => {
    if (typeof name === 'string') onSent(name)
  })
  return {
    send: (name) => channel?.postMessage(name),
    close: () => {
      channel?.close()
      channel = null
    },
  }
}

/** Notifies the tabs from the worker. */
export const notifyTabs = (name: string): void => {
  const channel = open()
  channel?.postMessage(name)
  channel?.close()
}
