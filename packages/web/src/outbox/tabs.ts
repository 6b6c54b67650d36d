const CHANNEL = 'outbox'

const open = (): BroadcastChannel | null =>
  'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : null

export interface Tabs {
  /** Tells the person's other tabs what this one has sent for them: its name in the store. */
  tell: (name: string) => void
  close: () => void
}

/** Hears what another tab, or the worker, has sent. */
export const openTabs = (onSent: (name: string) => void): Tabs => {
  let channel = open()
  channel?.addEventListener('message', ({ data: name }) => {
    if (typeof name === 'string') onSent(name)
  })
  return {
    tell: (name) => channel?.postMessage(name),
    close: () => {
      channel?.close()
      channel = null
    },
  }
}

/** The worker's word to the tabs. */
export const tellTabs = (name: string): void => {
  const channel = open()
  channel?.postMessage(name)
  channel?.close()
}
